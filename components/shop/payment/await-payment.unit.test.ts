import { expect, it } from 'vitest'
import { awaitPayment } from './await-payment'

/** Stubs a shop: the order is paid after `readsUntilPaid` reads. */
function shop(readsUntilPaid: number) {
  let reads = 0
  const waited: number[] = []
  const read = async () => ({ status: ++reads > readsUntilPaid ? 'paid' : 'unpaid' })
  const wait = async (seconds: number) => {
    waited.push(seconds)
  }
  return { read, wait, waited }
}

it('reads the order until the shop has heard of the payment', async () => {
  const { read, wait, waited } = shop(2)
  expect(await awaitPayment('ok', read, wait)).toEqual({ status: 'paid' })
  expect(waited).toEqual([0.5, 1])
})

it('gives up after a while: the order can be looked at later', async () => {
  const { read, wait, waited } = shop(99)
  expect(await awaitPayment('ok', read, wait)).toEqual({ status: 'unpaid' })
  expect(waited).toEqual([0.5, 1, 2, 4, 8])
})

it('looks once more after a payment that failed, and not at all after a canceled one', async () => {
  const failed = shop(99)
  await awaitPayment('failed', failed.read, failed.wait)
  expect(failed.waited).toEqual([0.5])
  const cancelled = shop(99)
  await awaitPayment('cancelled', cancelled.read, cancelled.wait)
  expect(cancelled.waited).toEqual([])
})
