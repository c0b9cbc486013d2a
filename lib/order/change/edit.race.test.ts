import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { addressInput } from '@/lib/address/example'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { deliverDue } from '@/lib/platform/sandbox/deliveries'
import { reconcileDue } from '@/lib/server/jobs/reconcile'
import { dispatch, send } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setParameters, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { both, rounds } from '@/lib/server/testing/races'

const count = rounds(200)

let payers: play.Payer[]
let staff: Awaited<ReturnType<typeof newStaff>>
beforeAll(async () => {
  play.usePlatform()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  payers = await Promise.all(Array.from({ length: 10 }, () => play.newPayer()))
  staff = await newStaff(['cms.order.list', 'cms.order.update'])
})

/**
 * Returns the due callbacks of the simulated platform as requests, without sending the callbacks. For the platform, the
 * callbacks are delivered.
 */
async function callbacks(): Promise<Request[]> {
  const caught: Request[] = []
  await deliverDue({
    fetch: async (url, init) => {
      caught.push(new Request(url, init))
      return new Response(null, { status: 204 })
    },
  })
  return caught
}

test('of a concurrent price change and payment, one wins, and the paid amount equals the total', async () => {
  const { skus } = await newProduct({ skus: Array.from({ length: count }, () => ({ stock: 10, price: 1000 })) })
  const ids: number[] = []
  const replies: Record<string, number> = {}
  for (const [at, { id: sku_id }] of skus.entries()) {
    const payer = payers[at % payers.length]
    if (!payer) throw new Error('no payer')
    const { id, items } = await play.placeOrder(payer, { sku_id, count: 2 })
    ids.push(id)
    await play.payOrder(payer, id)
    const [callback] = await callbacks()
    if (!callback) throw new Error('no callback')
    const body = { items: [{ order_item_id: items[0]?.id, price: 900 }], discount_amount: 7, version: 1 }
    const pay = () => dispatch(callback).then(({ status }) => `payment ${status}`)
    const edit = () =>
      send('PUT', `/cms/order/${id}`, { token: staff.token, body }).then(({ status }) => `edit ${status}`)
    for (const reply of await both(at, pay, edit)) replies[reply] = (replies[reply] ?? 0) + 1
  }
  await play.makeEverythingDue()
  while ((await reconcileDue()).payments > 0) await play.makeEverythingDue()
  while ((await reconcileDue()).refunds > 0);
  while ((await play.deliver(play.inSeconds(60))).length > 0);

  const db = await database()
  const outcomes: Record<string, number> = {}
  for (const id of ids) {
    const { status, total_amount, paid_amount, items, payments, refunds } = await readCmsOrder(db, id)
    const outcome = `${status} ${total_amount}`
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    expect(paid_amount).toBe(status === 'paid' ? total_amount : 0)
    expect(items.map((line) => line.paid_amount)).toEqual([total_amount])
    expect(payments.filter((one) => one.settles).map((one) => one.amount)).toEqual(status === 'paid' ? [2000] : [])
    // A payment of the old price was paid back.
    expect(refunds.map((one) => [one.amount, one.status])).toEqual(status === 'paid' ? [] : [[2000, 'succeeded']])
  }
  // Each must have won some rounds, or the test proves nothing.
  expect(Object.keys(outcomes).sort()).toEqual(['paid 2000', 'unpaid 1793'])
  expect(replies).toEqual({
    'payment 204': count,
    'edit 409': outcomes['paid 2000'],
    'edit 200': outcomes['unpaid 1793'],
  })
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
  expect(await db.select().from(tables.error_log)).toEqual([])
})

test('of a concurrent change of the address and payment, the address changes before it, and is asked for after it', async () => {
  const { skus } = await newProduct({ skus: [{ stock: count * 2, price: 1000 }] })
  const orders: Record<string, number> = {}
  for (let at = 0; at < count; at++) {
    const payer = payers[at % payers.length]
    if (!payer) throw new Error('no payer')
    const { id } = await play.placeOrder(payer, { sku_id: skus[0]?.id ?? 0 })
    const address = { ...addressInput, name: `新${at}` }
    const { body } = await send<{ id: number }>('POST', '/v1/address', { token: payer.token, body: address })
    await play.payOrder(payer, id)
    const [callback] = await callbacks()
    if (!callback) throw new Error('no callback')
    const pay = () => dispatch(callback).then(({ status }) => `payment ${status}`)
    const change = () =>
      send('PUT', `/v1/order/${id}/receiver`, { token: payer.token, body: { address_id: body.id } }).then(
        ({ status }) => `change ${status}`,
      )
    const results = await both(at, pay, change)
    expect(results.toSorted()).toEqual(['change 200', 'payment 204'])
    const { status, receiver, asked_receiver, log } = await play.readOrder(payer, id)
    expect([status, receiver.name === address.name, asked_receiver?.name === address.name]).toEqual([
      ...['paid', asked_receiver === null, receiver.name !== address.name],
    ])
    const actions = log.map(({ action }) => action).join()
    expect(actions).toBe(asked_receiver ? 'place,pay,ask_readdress' : 'place,readdress,pay')
    orders[actions] = (orders[actions] ?? 0) + 1
    await send('DELETE', `/v1/address/${body.id}`, { token: payer.token })
  }
  expect(Object.keys(orders).sort()).toEqual(['place,pay,ask_readdress', 'place,readdress,pay'])
})
