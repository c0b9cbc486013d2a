import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SandboxRefundFault } from '@/db/enums'
import * as tables from '@/db/tables'
import { payByNumber, settleRefund } from '@/lib/platform/sandbox/control'
import { faults } from '@/lib/platform/sandbox/fetch'
import { failRefunds } from '@/lib/platform/sandbox/refunds'
import { runtime, setRuntime } from '@/lib/platform/wechat/transport'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'

beforeEach(() => play.usePlatform())
/** Checks after every test that payments, refunds and ledgers are consistent. */
afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

/**
 * Pays an order with a late callback. Meanwhile the customer cancels the order, and another customer buys the last
 * piece.
 */
async function paidTooLate({ refusal = null }: { refusal?: SandboxRefundFault | null } = {}) {
  const [payer, other] = [await play.newPayer(), await play.newPayer()]
  const { sku } = await newProduct({ skus: [{ stock: 1 }] })
  const order = await play.placeOrder(payer, { sku_id: sku.id })
  const { payment_no } = await play.payOrder(payer, order.id, 'late')
  await failRefunds(payment_no, refusal)
  // The provider does not respond while the order is canceled, so that the cancellation does not see the payment.
  for (let at = 0; at < 6; at++) faults.next('timeout')
  await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: order.id } })
  await play.placeOrder(other, { sku_id: sku.id })
  faults.clear()
  await play.deliver(play.inSeconds(120))
  await play.makeEverythingDue()
  await play.cron('reconcile')
  return { payer, order, payment_no }
}

describe('unclear responses of the provider', () => {
  test('a 404 that is not from the provider does not close a payment, which is applied later', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    await play.deliver()
    const { fetch } = runtime()
    setRuntime({ fetch: async () => new Response('<html>404</html>', { status: 404 }) })
    await play.makeEverythingDue()
    await play.cron('reconcile')
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'prepaid' }])
    setRuntime({ fetch })
    await play.makeEverythingDue()
    await play.cron('reconcile')
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })

  test('a number that the provider knows with other values is closed at the provider too', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const first = (await play.preOrder(payer, order.id)).body
    const db = await database()
    const request = {
      description: 'otherwise',
      time_expire: '2026-12-31T00:00:00+08:00',
      notify_url: 'http://localhost:3000/v1/pay/notify',
    }
    await db
      .update(tables.payment)
      .set({ prepay_request: request, prepaid_at: sql`now() - interval '2 hours'` })
      .where(eq(tables.payment.order_id, order.id))
    const second = await play.preOrder(payer, order.id)
    expect(second.body.payment_no).not.toBe(first.payment_no)
    await play.makeEverythingDue()
    await play.cron('reconcile')
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'closed' }, { status: 'prepaid' }])
    await expect(payByNumber(first.payment_no)).rejects.toMatchObject({ code: 'order_state' })
  })

  test('a payment that differs from the request raises an alarm, and the order still expires after an hour', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    const db = await database()
    await db.update(tables.payment).set({ payer: 'somebody-else' }).where(eq(tables.payment.order_id, order.id))
    await play.expire([order.id])
    expect(await play.cron('expire')).toEqual({ expired: 0, paid: 0, left: 1 })
    expect((await play.errorsLike('%another payer%')).length).toBe(1)
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    await db
      .update(tables.order)
      .set({ expires_at: longAgo, next_try_at: longAgo })
      .where(eq(tables.order.id, order.id))
    expect(await play.cron('expire')).toEqual({ expired: 1, paid: 0, left: 0 })
  })

  test('pre-payment of an order that was paid meanwhile is refused with order_state', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    await (await database())
      .update(tables.payment)
      .set({ prepaid_at: sql`now() - interval '2 hours'` })
      .where(eq(tables.payment.order_id, order.id))
    expect((await play.preOrder(payer, order.id)).problem.code).toBe('order_state')
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })
})

describe('a late or double payment', () => {
  test('is refunded again under a new number when the provider closes the refund, with an alarm', async () => {
    const { order } = await paidTooLate()
    const [first] = await play.refundsOf(order.id)
    await settleRefund(first?.refund_no ?? '', 'CLOSED')
    await play.deliver(play.inSeconds(240))
    expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'closed' }, { status: 'processing' }])
    expect((await play.errorsLike('%callback closed%')).length).toBe(1)
    await play.makeEverythingDue()
    await play.cron('reconcile')
    await play.deliver(play.inSeconds(270))
    expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'closed' }, { status: 'succeeded' }])
  })

  test('has a refund that staff can only retry after the provider has refused it', async () => {
    const { order, payment_no } = await paidTooLate({ refusal: 'account_abnormal' })
    const [first] = await play.refundsOf(order.id)
    expect(first?.status).toBe('refused')
    const { token } = await newStaff(['cms.order.list', 'cms.order.refund'])
    const params = { id: order.id, rid: first?.id ?? 0 }
    expect((await api('POST /cms/order/{id}/refund/{rid}/close', { token, params })).problem.code).toBe('order_state')
    await failRefunds(payment_no, null)
    const retried = await api('POST /cms/order/{id}/refund/{rid}/retry', { token, params })
    expect(retried.body.refunds).toMatchObject([
      { status: 'closed', settles: false },
      { status: 'processing', settles: false },
    ])
    await play.makeEverythingDue()
    await play.cron('reconcile')
    await play.deliver(play.inSeconds(270))
    expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'closed' }, { status: 'succeeded' }])
  })

  test('after a cancellation revives the order while the stock is available', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const prepared = await play.payOrder(payer, order.id)
    // The cancellation commits before the callback arrives.
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: order.id } })
    await play.deliver()
    expect(await play.readOrder(payer, order.id)).toMatchObject({
      status: 'paid',
      cancelled_at: null,
      paid_amount: order.total_amount,
    })
    expect((await play.readOrder(payer, order.id)).log.map((one) => one.action)).toEqual(['place', 'cancel', 'revive'])
    expect(await play.paymentsOf(order.id)).toMatchObject([
      { payment_no: prepared.payment_no, status: 'paid', settles: true },
    ])
  })

  test('after a cancellation is refunded if the stock is sold out', async () => {
    const { payer, order } = await paidTooLate()
    await play.deliver(play.inSeconds(240))
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'cancelled', paid_amount: 0 })
    expect(await play.refundsOf(order.id)).toMatchObject([{ amount: order.total_amount, status: 'succeeded' }])
  })

  test('after a cancellation is refunded if the product was deleted', async () => {
    const payer = await play.newPayer()
    const product = await newProduct()
    const order = await play.placeOrder(payer, { sku_id: product.sku.id })
    await play.payOrder(payer, order.id)
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: order.id } })
    const db = await database()
    await db.update(tables.product).set({ deleted_at: new Date() }).where(eq(tables.product.id, product.id))
    await play.deliver()
    await play.settleAll()
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'cancelled', paid_amount: 0 })
    expect(await play.refundsOf(order.id)).toMatchObject([{ amount: order.total_amount, status: 'succeeded' }])
  })

  test('of the same order is refunded automatically', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const first = (await play.preOrder(payer, order.id)).body
    // The amount changes, the old attempt cannot be closed, and the customer pays both attempts.
    const db = await database()
    await db
      .update(tables.order)
      .set({ discount_amount: 1, total_amount: order.total_amount - 1 })
      .where(eq(tables.order.id, order.id))
    for (let at = 0; at < 3; at++) faults.next('server_error', { path: '/close' })
    const second = (await play.preOrder(payer, order.id)).body
    await payByNumber(second.payment_no)
    await play.deliver()
    await payByNumber(first.payment_no)
    await play.deliver()
    await play.makeEverythingDue()
    await play.cron('reconcile')
    await play.deliver(play.inSeconds(60))
    expect(await play.readOrder(payer, order.id)).toMatchObject({
      status: 'paid',
      paid_amount: order.total_amount - 1,
      refunded_amount: 0,
    })
    expect(await play.refundsOf(order.id)).toMatchObject([{ amount: order.total_amount, status: 'succeeded' }])
  })
})

describe('a customer who looks at an unpaid order', () => {
  const lookUntil = (payer: play.Payer, id: number, status: string) =>
    expect.poll(async () => (await play.readOrder(payer, id)).status).toBe(status)

  test('learns of a payment whose callback was lost', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    expect((await play.readOrder(payer, order.id)).status).toBe('unpaid')
    await play.makeEverythingDue()
    await lookUntil(payer, order.id, 'paid')
  })

  test('makes the server ask once in five seconds, and closes nothing', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.preOrder(payer, order.id)
    const { fetch } = runtime()
    const asked: string[] = []
    setRuntime({
      fetch: (input, init) => {
        asked.push(String(input))
        return new Promise((resolve) => setTimeout(resolve, 20)).then(() => fetch(input, init))
      },
    })
    const look = () => Promise.all([1, 2, 3, 4].map(() => play.readOrder(payer, order.id)))
    await look()
    expect(asked).toEqual([])
    await play.makeEverythingDue()
    await look()
    await expect.poll(() => asked.length).toBe(1)
    await look()
    expect(asked).toHaveLength(1)
    setRuntime({ fetch: async () => new Response('{"code":"ORDER_NOT_EXIST"}', { status: 404 }) })
    await play.makeEverythingDue()
    await look()
    setRuntime({ fetch })
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'prepaid' }])
  })

  test('is answered although the provider is not', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    await play.makeEverythingDue()
    faults.next('timeout')
    expect((await play.readOrder(payer, order.id)).status).toBe('unpaid')
    faults.clear()
  })
})
