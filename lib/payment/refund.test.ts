import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/database'
import { completeShipped, shipOrder } from '@/lib/order/fulfil'
import { settleRefund } from '@/lib/sandbox/control'
import type { RefundFault } from '@/lib/sandbox/faults'
import { faults } from '@/lib/sandbox/fetch'
import { api } from '@/lib/testing/api'
import { database, newProduct, newStaff, stockFaults } from '@/lib/testing/factories'
import * as play from '@/lib/testing/payment'
import { sendRefunds } from './provider'
import { refundOrder } from './refund'

let staff: number
beforeEach(async () => {
  play.usePlatform()
  staff = (await newStaff()).id
})
afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

async function refund(order_id: number, amount: number, returns_stock = false) {
  const { transaction } = await connection()
  return transaction((tx) => refundOrder(tx, order_id, { amount, reason: '七天无理由', returns_stock, actor: staff }))
}

/** Requests the refunds at the provider, which settles them and calls back. */
async function settleRefunds(payment_no: string) {
  await sendRefunds(payment_no)
  await play.deliver(play.inSeconds(60))
}

async function sold(count = 1) {
  const payer = await play.newPayer()
  const { sku } = await newProduct({ skus: [{ stock: 10, price: 1000 }] })
  return { payer, sku, order: await play.paidOrder(payer, { sku_id: sku.id, count }) }
}

const stockOf = async (id: number) =>
  (await (await database()).select().from(tables.sku).where(eq(tables.sku.id, id)))[0]?.stock

describe('a refund', () => {
  test('in full makes the order refunded and, if requested, returns the stock once', async () => {
    const { payer, sku, order } = await sold(2)
    await refund(order.id, 2000, true)
    expect(await stockOf(sku.id)).toBe(8)
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({
      status: 'refunded',
      paid_amount: 2000,
      refunded_amount: 2000,
      refunds: [{ amount: 2000, status: 'succeeded' }],
    })
    expect(await stockOf(sku.id)).toBe(10)
  })

  test('in parts leaves the status as it is until everything is refunded', async () => {
    const { payer, sku, order } = await sold(2)
    await refund(order.id, 500)
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', refunded_amount: 500 })
    await refund(order.id, 1500)
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 2000 })
    expect(await stockOf(sku.id)).toBe(8)
  })

  test.each([0, -1, 2001])('of %i of 2000 is refused', async (amount) => {
    const { order } = await sold(2)
    await expect(refund(order.id, amount)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('counts refunds that are still processing', async () => {
    const { order } = await sold(2)
    await refund(order.id, 1500)
    await expect(refund(order.id, 501)).rejects.toMatchObject({ code: 'invalid_request' })
    await refund(order.id, 500)
  })

  test('returns the stock once, even in several parts', async () => {
    const { order, sku } = await sold(2)
    await refund(order.id, 500, true)
    await expect(refund(order.id, 500, true)).rejects.toMatchObject({ code: 'invalid_request' })
    await refund(order.id, 1500)
    await settleRefunds(order.payment_no)
    expect(await stockOf(sku.id)).toBe(10)
  })

  test('with an emoji in its reason is sent to the provider without it', async () => {
    const { payer, order } = await sold()
    const { transaction } = await connection()
    const reason = `${'退'.repeat(79)}🙂🙂`
    await transaction((tx) => refundOrder(tx, order.id, { amount: 1000, reason, returns_stock: false, actor: staff }))
    await settleRefunds(order.payment_no)
    expect((await play.readOrder(payer, order.id)).status).toBe('refunded')
  })

  test('is refused for unpaid and unknown orders', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await expect(refund(order.id, 1)).rejects.toMatchObject({ code: 'order_state' })
    await expect(refund(2_000_000_000, 1)).rejects.toMatchObject({ code: 'order_state' })
  })

  test('that the provider closes changes no amounts, and another may follow', async () => {
    const { payer, order } = await sold()
    await refund(order.id, 1000)
    const [first] = await play.refundsOf(order.id)
    await settleRefund(first?.refund_no ?? '', 'PROCESSING').catch(() => undefined)
    await sendRefunds(order.payment_no)
    await settleRefund(first?.refund_no ?? '', 'CLOSED')
    await play.deliver(play.inSeconds(60))
    expect(await play.readOrder(payer, order.id)).toMatchObject({
      status: 'paid',
      refunded_amount: 0,
      refunds: [{ status: 'closed' }],
    })
    await refund(order.id, 1000)
    await settleRefunds(order.payment_no)
    expect((await play.readOrder(payer, order.id)).status).toBe('refunded')
  })

  test('that is abnormal is alarmed and still counts toward the total', async () => {
    const { order } = await sold()
    await refund(order.id, 1000)
    const [first] = await play.refundsOf(order.id)
    await sendRefunds(order.payment_no)
    await settleRefund(first?.refund_no ?? '', 'ABNORMAL')
    await play.deliver(play.inSeconds(60))
    expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'abnormal' }])
    expect((await play.errorsLike('%abnormal%')).length).toBeGreaterThan(0)
    await expect(refund(order.id, 1)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test.each(['timeout', 'server_error', 'rate_limited', 'not_enough', 'html', 'answer_lost'] as const)(
    'that meets %s at the provider is repeated under the same number and refunded once',
    async (fault) => {
      const { payer, order } = await sold()
      await refund(order.id, 1000)
      for (let at = 0; at < 3; at++) faults.next(fault, { path: '/v3/refund' })
      await sendRefunds(order.payment_no).catch(() => undefined)
      faults.clear()
      expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'processing' }])
      await play.makeEverythingDue()
      await play.cron('reconcile')
      await play.deliver(play.inSeconds(60))
      expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
      expect(
        await (await database()).$count(
          tables.sandbox_refund,
          eq(tables.sandbox_refund.out_refund_no, (await play.refundsOf(order.id))[0]?.refund_no ?? ''),
        ),
      ).toBe(1)
    },
  )

  test.each<RefundFault>([
    'duplicate',
    'concurrent',
    'altered_body',
    'altered_tag',
    'wrong_serial',
    'old_timestamp',
    'probe',
    'lost',
    'late',
  ])('whose callback comes with %s is settled', async (fault) => {
    const { payer, order } = await sold()
    await refund(order.id, 1000)
    await sendRefunds(order.payment_no)
    const [row] = await play.refundsOf(order.id)
    await settleRefund(row?.refund_no ?? '', 'SUCCESS', { fault })
    await play.deliver()
    await play.deliver(play.inSeconds(90))
    await play.makeEverythingDue()
    await play.cron('reconcile')
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  })

  test.each<RefundFault>(['wrong_amount', 'wrong_mchid', 'unknown_trade'])(
    'whose callback has %s is refused and alarmed',
    async (fault) => {
      const { payer, order } = await sold()
      await refund(order.id, 1000)
      await sendRefunds(order.payment_no)
      const [row] = await play.refundsOf(order.id)
      await settleRefund(row?.refund_no ?? '', 'SUCCESS', { fault })
      const delivered = await play.deliver()
      expect(delivered.at(-1)).toMatchObject({ delivered: false, statuses: [500] })
      expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', refunded_amount: 0 })
      await (await database()).delete(tables.sandbox_delivery)
    },
  )
})

describe('fulfilment', () => {
  test('an order is shipped, confirmed by the customer, and can still be refunded', async () => {
    const { payer, order } = await sold()
    const { transaction } = await connection()
    const ship = () =>
      transaction((tx) => shipOrder(tx, order.id, { carrier: '顺路速递', tracking_no: 'SL1', actor: staff }))
    await ship()
    await expect(ship()).rejects.toMatchObject({ code: 'order_state' })
    expect(await play.readOrder(payer, order.id)).toMatchObject({
      status: 'shipped',
      actions: ['confirm'],
      shipments: [{ carrier: '顺路速递', tracking_no: 'SL1' }],
    })
    const confirm = () => api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id: order.id } })
    expect((await confirm()).body.status).toBe('completed')
    expect((await confirm()).problem.code).toBe('order_state')
    await refund(order.id, 1000)
    await settleRefunds(order.payment_no)
    expect((await play.readOrder(payer, order.id)).log.map((one) => one.action)).toEqual([
      'place',
      'pay',
      'ship',
      'complete',
      'refund',
    ])
  })

  test('a shipped order completes automatically after the configured days, and not before', async () => {
    const { payer, order } = await sold()
    const { transaction } = await connection()
    await transaction((tx) => shipOrder(tx, order.id, { carrier: '顺路速递', tracking_no: 'SL1', actor: staff }))
    expect(await play.cron('complete')).toEqual({ completed: 0 })
    await (await database())
      .update(tables.order)
      .set({ shipped_at: new Date(Date.now() - 10 * 86_400_000 - 1000) })
      .where(eq(tables.order.id, order.id))
    expect(await transaction((tx) => completeShipped(tx, 11))).toBe(0)
    expect(await play.cron('complete')).toEqual({ completed: 1 })
    expect((await play.readOrder(payer, order.id)).status).toBe('completed')
  })
})

describe('expiry', () => {
  test('cancels unpaid orders, returns the stock and closes the attempt', async () => {
    const payer = await play.newPayer()
    const { sku } = await newProduct({ skus: [{ stock: 5 }] })
    const [plain, prepared, young] = [
      await play.placeOrder(payer, { sku_id: sku.id }),
      await play.placeOrder(payer, { sku_id: sku.id }),
      await play.placeOrder(payer, { sku_id: sku.id }),
    ]
    await play.preOrder(payer, prepared.id)
    await play.expire([plain.id, prepared.id])
    expect(await play.cron('expire')).toEqual({ expired: 2, paid: 0, left: 0 })
    for (const { id } of [plain, prepared])
      expect(await play.readOrder(payer, id)).toMatchObject({ status: 'cancelled', cancel_reason: 'expired' })
    expect((await play.readOrder(payer, young.id)).status).toBe('unpaid')
    expect(await play.paymentsOf(prepared.id)).toMatchObject([{ status: 'closed' }])
    expect(await stockOf(sku.id)).toBe(4)
    expect(await play.cron('expire')).toEqual({ expired: 0, paid: 0, left: 0 })
  })

  test('queries the provider first: an order that was paid is not cancelled', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    await play.expire([order.id])
    expect(await play.cron('expire')).toEqual({ expired: 0, paid: 1, left: 0 })
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })

  test('waits up to an hour for a provider that does not respond', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.preOrder(payer, order.id)
    await play.expire([order.id])
    for (let at = 0; at < 3; at++) faults.next('timeout')
    expect(await play.cron('expire')).toEqual({ expired: 0, paid: 0, left: 1 })
    expect((await play.readOrder(payer, order.id)).status).toBe('unpaid')
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    await (await database())
      .update(tables.order)
      .set({ expires_at: longAgo, next_try_at: longAgo })
      .where(eq(tables.order.id, order.id))
    for (let at = 0; at < 6; at++) faults.next('timeout')
    expect(await play.cron('expire')).toEqual({ expired: 1, paid: 0, left: 0 })
    faults.clear()
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'closing' }])
    await play.makeEverythingDue()
    await play.cron('reconcile')
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'closed' }])
  })

  test('claims each order for one run', async () => {
    const payer = await play.newPayer()
    const orders = [await play.placeOrder(payer), await play.placeOrder(payer)]
    await play.expire(orders.map((one) => one.id))
    const [first, second] = [await play.cron('expire'), await play.cron('expire')]
    expect(first.expired + second.expired).toBe(2)
  })
})
