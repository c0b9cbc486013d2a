import { randomInt } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { loginCode, payByNumber } from '@/lib/platform/sandbox/control'
import { deliverDue } from '@/lib/platform/sandbox/deliveries'
import { failRefunds } from '@/lib/platform/sandbox/refunds'
import { expireDue } from '@/lib/server/jobs/expire'
import { reconcileDue } from '@/lib/server/jobs/reconcile'
import { api, dispatch } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setParameters, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { sendRefunds } from './provider'

let payers: play.Payer[]
beforeAll(async () => {
  // Also writes the base data, which includes the dictionary of reasons.
  await migrateDatabase()
  play.usePlatform()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  payers = await Promise.all(Array.from({ length: 10 }, () => play.newPayer()))
})

const payerAt = (at: number): play.Payer => {
  const payer = payers[at % payers.length]
  if (!payer) throw new Error('no payer')
  return payer
}

/** Returns the due callbacks of the simulated platform, as requests that were not sent. */
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

const shuffled = <T>(list: T[]): T[] =>
  list
    .map((value) => ({ value, at: randomInt(1 << 30) }))
    .toSorted((a, b) => a.at - b.at)
    .map((one) => one.value)

const statuses = async (ids: number[]) => {
  const rows = await (await database())
    .select({ status: tables.order.status })
    .from(tables.order)
    .where(inArray(tables.order.id, ids))
  const counted: Record<string, number> = {}
  for (const { status } of rows) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

test('100 orders are paid once each, with callbacks in random order, repeated up to five times, and 20 lost', async () => {
  const count = 100
  const { sku } = await newProduct({ skus: [{ stock: count }] })
  const orders = await Promise.all(
    Array.from({ length: count }, (_, at) => play.placeOrder(payerAt(at), { sku_id: sku.id })),
  )
  await Promise.all(orders.map((order, at) => play.payOrder(payerAt(at), order.id)))
  const sent = (await callbacks()).flatMap((request, at) =>
    at % 5 === 0 ? [] : Array.from({ length: 1 + randomInt(5) }, () => request.clone()),
  )
  const replies = await Promise.all(shuffled(sent).map((request) => dispatch(request)))
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([204]))
  const ids = orders.map((order) => order.id)
  expect(await statuses(ids)).toEqual({ paid: 80, unpaid: 20 })

  await play.makeEverythingDue()
  await Promise.all([reconcileDue(), reconcileDue()])
  expect(await statuses(ids)).toEqual({ paid: 100 })
  const db = await database()
  expect(await db.$count(tables.payment_event)).toBe(80)
  expect(await db.$count(tables.payment, sql`settles and ${inArray(tables.payment.order_id, ids)}`)).toBe(100)
  expect(await db.$count(tables.refund)).toBe(0)
  expect(await db.$count(tables.order_log, sql`action = 'pay' and ${inArray(tables.order_log.order_id, ids)}`)).toBe(
    100,
  )
  expect((await db.select().from(tables.sku).where(eq(tables.sku.id, sku.id)))[0]?.stock).toBe(0)
  expect((await db.select().from(tables.product).where(eq(tables.product.id, sku.product_id)))[0]?.sold_count).toBe(100)
  expect(await play.moneyFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

test('200 orders that are paid while they expire end as paid with stock reserved, or as cancelled and refunded', async () => {
  const count = 200
  // The unpaid orders of one payer may reserve at most a fifth of the stock.
  const initial = count * 2
  const { sku } = await newProduct({ skus: [{ stock: initial }] })
  const orders = await Promise.all(
    Array.from({ length: count }, (_, at) => play.placeOrder(payerAt(at), { sku_id: sku.id })),
  )
  const ids = orders.map((order) => order.id)
  await Promise.all(orders.map((order, at) => play.preOrder(payerAt(at), order.id)))
  await play.expire(ids)
  // Customers pay while four jobs expire orders: some payments meet a closed trade, some callbacks a canceled order.
  const numbers = (await Promise.all(ids.map((id) => play.paymentsOf(id)))).map((rows) => rows[0]?.payment_no ?? '')
  const paying = Promise.all(shuffled(numbers).map((number) => payByNumber(number).catch(() => undefined)))
  const calling = (async () => {
    for (let round = 0; round < 6; round++) {
      for (const request of shuffled(await callbacks())) await dispatch(request)
    }
  })()
  const expiring = Promise.all(
    Array.from({ length: 4 }, async () => {
      while ((await expireDue()).expired > 0);
    }),
  )
  await Promise.all([paying, calling, expiring])
  for (let round = 0; round < 3; round++) {
    for (const request of await callbacks()) await dispatch(request)
    await play.makeEverythingDue()
    while ((await reconcileDue()).payments > 0);
    await expireDue()
  }
  await play.deliver(play.inSeconds(120))
  const counted = await statuses(ids)
  expect(Object.keys(counted).every((status) => ['paid', 'cancelled'].includes(status))).toBe(true)
  const stock = (await (await database()).select().from(tables.sku).where(eq(tables.sku.id, sku.id)))[0]?.stock
  expect(stock).toBe(initial - (counted.paid ?? 0))
  expect(await play.moneyFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

test('twenty concurrent pre-orders of one order open one attempt', async () => {
  const payer = payerAt(0)
  const order = await play.placeOrder(payer)
  const replies = await Promise.all(Array.from({ length: 20 }, () => play.preOrder(payer, order.id)))
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.payment_no}`)).size).toBe(1)
  expect(await play.paymentsOf(order.id)).toHaveLength(1)
})

test('of a concurrent cancellation and payment, one wins, and the amounts are consistent', async () => {
  for (let round = 0; round < 15; round++) {
    const payer = payerAt(round)
    const { sku } = await newProduct({ skus: [{ stock: 1 }] })
    const order = await play.placeOrder(payer, { sku_id: sku.id })
    await play.payOrder(payer, order.id)
    const [request] = await callbacks()
    if (!request) throw new Error('no callback')
    await Promise.all([
      dispatch(request),
      api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: order.id } }),
    ])
    await play.makeEverythingDue()
    await reconcileDue()
    // In both orders of events, the stock is available and the order ends as paid.
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  }
  expect(await play.moneyFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

test('of concurrent retries and closings of a refused refund, one succeeds, and its pieces are counted once', async () => {
  const staff = await newStaff(['cms.order.list', 'cms.order.refund'])
  for (let round = 0; round < 10; round++) {
    const order = await play.paidOrder(payerAt(round), { count: 2 })
    await failRefunds(order.payment_no, 'account_abnormal')
    const { id: order_item_id } = await play.lineOf(order.id)
    await play.refund(order.id, staff.id, { items: [{ order_item_id, count: 1 }] })
    await sendRefunds(order.payment_no)
    await failRefunds(order.payment_no, null)
    const rid = (await play.refundsOf(order.id))[0]?.id ?? 0
    const params = { id: order.id, rid }
    const replies = await Promise.all(
      shuffled(['retry', 'close', 'retry', 'close'] as const).map((name) =>
        api(`POST /cms/order/{id}/refund/{rid}/${name}`, { token: staff.token, params }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    await play.settleAll()
  }
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
})

test('eight concurrent first sign-ins of one openid create one customer', async () => {
  const openid = 'o-at-once'
  const codes = await Promise.all(Array.from({ length: 8 }, () => loginCode({ openid })))
  const replies = await Promise.all(
    codes.map(({ code }) => api('POST /v1/token', { body: { type: 200, account: code } })),
  )
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.user.id}`)).size).toBe(1)
})
