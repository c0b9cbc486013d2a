import { inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { migrateDatabase } from '@/lib/database'
import { sendRefunds } from '@/lib/payment/provider'
import { settleRefund } from '@/lib/sandbox/control'
import { api, dispatch } from '@/lib/testing/api'
import { database, newProduct, newStaff, unique } from '@/lib/testing/factories'
import * as play from '@/lib/testing/payment'

type Query = Record<string, string | number>

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
let product: Awaited<ReturnType<typeof newProduct>>
/** By what has happened to them. */
let orders: Record<'unpaid' | 'cancelled' | 'paid' | 'part' | 'shipped' | 'refunded', number>

async function place(count: number): Promise<number> {
  const [first, second] = product.skus
  const items = [
    { sku_id: first?.id ?? 0, count },
    { sku_id: second?.id ?? 0, count: 1 },
  ]
  return (await api('POST /v1/order', { token: payer.token, body: { items } })).body.id
}

async function pay(count: number): Promise<number> {
  const id = await place(count)
  await play.payOrder(payer, id)
  await play.deliver()
  return id
}

/** Refunds everything, and lets the provider report it. */
async function refund(id: number): Promise<void> {
  await sendRefunds(await play.refund(id, staff.id))
  await play.deliver(play.inSeconds(60))
}

const list = (query: Query) =>
  api('GET /cms/order', { token: staff.token, query: { customer_id: payer.id, size: 100, ...query } })
/** What has happened to the orders that a query finds, newest first. */
const found = async (query: Query) => {
  const { body } = await list(query)
  const names = new Map(Object.entries(orders).map(([name, id]) => [id, name]))
  expect(body.total).toBe(body.items.length)
  return body.items.map(({ id }) => names.get(id))
}

beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  staff = await newStaff(['cms.order.list', 'cms.order.ship', 'cms.order.refund'])
  payer = await play.newPayer()
  product = await newProduct({ skus: [1, 2].map((value) => ({ stock: 100, price: 1000 * value })) })
  const cancelled = await place(1)
  await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: cancelled } })
  const [paid, part, shipped, refunded] = [await pay(1), await pay(2), await pay(3), await pay(1)]
  const line = await play.lineOf(part)
  await play.ship(part, staff.token, { items: [{ order_item_id: line.id, count: 1 }] })
  await play.ship(shipped, staff.token, { carrier: 'ZTO', tracking_no: `ZTO${payer.id}` })
  await refund(refunded)
  orders = { cancelled, paid, part, shipped, refunded, unpaid: await place(1) }
})

test('every order is in the tab of what has happened to it', async () => {
  expect(await found({})).toEqual(['unpaid', 'refunded', 'shipped', 'part', 'paid', 'cancelled'])
  expect(await found({ sort: 'id', size: 100 })).toEqual(['cancelled', 'paid', 'part', 'shipped', 'refunded', 'unpaid'])
  expect(await found({ tab: 'unpaid' })).toEqual(['unpaid'])
  expect(await found({ tab: 'to_ship' })).toEqual(['paid'])
  expect(await found({ tab: 'part_shipped' })).toEqual(['part'])
  expect(await found({ tab: 'shipped' })).toEqual(['shipped'])
  expect(await found({ tab: 'cancelled' })).toEqual(['cancelled'])
  expect(await found({ tab: 'refunded' })).toEqual(['refunded'])
  expect(await found({ tab: 'completed' })).toEqual([])
  await api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id: orders.shipped } })
  expect(await found({ tab: 'completed' })).toEqual(['shipped'])
})

test('the tabs are counted', async () => {
  const buyer = payer
  payer = await play.newPayer()
  const count = async () => (await api('GET /cms/order/count', { token: staff.token })).body
  const before = await count()
  const id = await pay(1)
  payer = buyer
  expect(await count()).toEqual({ ...before, to_ship: before.to_ship + 1 })
  await refund(id)
  expect(await count()).toEqual({ ...before, refunded: before.refunded + 1 })
})

test('a row names the customer and shows what was bought', async () => {
  const { body } = await list({ tab: 'part_shipped' })
  expect(body.items).toMatchObject([
    {
      status: 'paid',
      fulfilment: 'part',
      customer: { id: payer.id },
      items: [{ count: 2 }, { count: 1 }],
      line_count: 2,
      piece_count: 3,
      total_amount: 4000,
      paid_amount: 4000,
    },
  ])
})

test('numbers are found whole, and nothing by a part of them', async () => {
  const { body: order } = await api('GET /cms/order/{id}', { token: staff.token, params: { id: orders.shipped } })
  const [payment] = await play.paymentsOf(orders.shipped)
  const numbers = [order.order_no, payment?.payment_no ?? '', payment?.transaction_id ?? '', `ZTO${payer.id}`]
  for (const q of numbers) {
    expect(await found({ q }), q).toEqual(['shipped'])
    expect(await found({ q: q.slice(0, -1) }), q).toEqual([])
  }
  const mobile = `139${unique('').replaceAll(/\D/g, '').padEnd(8, '0').slice(0, 8)}`
  await (await database())
    .update(tables.order)
    .set({ receiver: sql`receiver || jsonb_build_object('mobile', ${mobile}::text)` })
    .where(inArray(tables.order.id, [orders.paid, orders.part]))
  expect(await found({ q: mobile })).toEqual(['part', 'paid'])
})

test('orders are found by product, amount, days, remark, and by how late they are', async () => {
  const db = await database()
  expect((await list({ product_id: product.id })).body.total).toBeGreaterThan(5)
  const other = await newProduct({ skus: [{ stock: 1, price: 1 }] })
  expect(await found({ product_id: other.id })).toEqual([])
  expect(await found({ amount_from: 4000, amount_to: 4000 })).toEqual(['part'])
  expect(await found({ amount_from: 5000 })).toEqual(['shipped'])
  await db
    .update(tables.order)
    .set({ paid_at: sql`now() - interval '49 hours'`, remark: '请放在门口' })
    .where(inArray(tables.order.id, [orders.paid]))
  expect(await found({ late: 'true' })).toEqual(['paid'])
  expect(await found({ late: 'true', tab: 'to_ship' })).toEqual(['paid'])
  expect(await found({ late: 'false', tab: 'part_shipped' })).toEqual(['part'])
  expect(await found({ has_remark: 'true' })).toEqual(['paid'])
  await db
    .insert(tables.order_note)
    .values(['先别发', '改了地址'].map((text) => ({ order_id: orders.part, text, pinned: false, actor: staff.id })))
  expect(await found({ has_note: 'true' })).toEqual(['part'])
  expect(await found({ has_note: 'true', tab: 'part_shipped' })).toEqual(['part'])
  expect(await found({ has_note: 'true', tab: 'to_ship' })).toEqual([])
  expect(await found({ has_note: 'false', tab: 'to_ship' })).toEqual(['paid'])
  expect(await found({ has_note: 'false' })).not.toContain('part')
  const [hour, day] = [3_600_000, 86_400_000]
  const at = (offset: number) => new Date(Date.now() + offset).toISOString()
  expect(await found({ paid_from: at(-3 * day), paid_to: at(-2 * day) })).toEqual(['paid'])
  expect(await found({ shipped_from: at(-hour), shipped_to: at(hour) })).toEqual(['shipped'])
  expect(await found({ shipped_to: at(-hour) })).toEqual([])
  expect((await list({ created_from: at(-hour), created_to: at(hour) })).body.total).toBeGreaterThan(5)
  expect(await found({ created_to: at(-hour) })).toEqual([])
})

test('orders with a refund that failed are found', async () => {
  const { id: other } = await play.newPayer()
  expect(await found({ refund: 'abnormal' })).toEqual([])
  await sendRefunds(await play.refund(orders.paid, staff.id))
  const [failed] = await play.refundsOf(orders.paid)
  await settleRefund(failed?.refund_no ?? '', 'CLOSED')
  await play.deliver(play.inSeconds(60))
  expect(await found({ refund: 'abnormal' })).toEqual(['paid'])
  expect(await found({ refund: 'abnormal', customer_id: other })).toEqual([])
})

test('pages follow by cursor, and the file has every order of the filter', async () => {
  const first = await list({ size: 2 })
  const next = await list({ size: 2, cursor: first.body.next_cursor ?? '' })
  const all = (await list({})).body.items.map(({ id }) => id)
  expect([...first.body.items, ...next.body.items].map(({ id }) => id)).toEqual(all.slice(0, 4))
  const path = `/cms/order?format=csv&customer_id=${payer.id}&tab=part_shipped`
  const headers = { 'x-peer-address': '203.0.113.7', authorization: `Bearer ${staff.token}` }
  const file = await dispatch(new Request(new URL(path, 'http://localhost:3000'), { headers }))
  expect(file.headers.get('content-type')).toContain('text/csv')
  const lines = (await file.text()).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('order_no')
  expect(lines[1]).toContain(String(payer.id))
})
