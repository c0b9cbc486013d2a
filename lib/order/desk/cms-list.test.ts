import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { settingsFrom } from '@/lib/kit/config/settings'
import { sendRefunds } from '@/lib/payment/provider'
import { settleRefund } from '@/lib/platform/sandbox/control'
import { api, dispatch } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newCustomer,
  newProduct,
  newStaff,
  resetParameter,
  setParameters,
  unique,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { searchOrders } from './cms-list'
import { CmsOrderQuery } from './cms-schema'
import { orderFile } from './export'

type Query = Record<string, string | number>

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
let product: Awaited<ReturnType<typeof newProduct>>
/** The ids of the orders, by state. */
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

/** Refunds a whole order, and lets the provider report the success. */
async function refund(id: number): Promise<void> {
  await sendRefunds(await play.refund(id, staff.id))
  await play.deliver(play.inSeconds(60))
}

const list = (query: Query) =>
  api('GET /cms/order', { token: staff.token, query: { customer_id: payer.id, size: 100, ...query } })
/** Returns the orders that a query finds, newest first, by their names in `orders`. */
const found = async (query: Query) => {
  const { body } = await list(query)
  const names = new Map(Object.entries(orders).map(([name, id]) => [id, name]))
  expect(body.total).toBe(body.items.length)
  return body.items.map(({ id }) => names.get(id))
}

beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  staff = await newStaff([
    'cms.order.list',
    'cms.order.export',
    'cms.order.ship',
    'cms.order.refund',
    'cms.dashboard.list',
  ])
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

test('every order is in the tab of its state', async () => {
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

test('a row has the customer and the items', async () => {
  const { body } = await list({ tab: 'part_shipped' })
  expect(body.items).toMatchObject([
    {
      status: 'paid',
      fulfilment: 'part',
      customer: { id: payer.id },
      items: [{ count: 2 }, { count: 1 }],
      line_count: 2,
      piece_count: 3,
      refunded_count: 0,
      total_amount: 4000,
      paid_amount: 4000,
    },
  ])
})

const numberOf = async (id: number) =>
  (await api('GET /cms/order/{id}', { token: staff.token, params: { id } })).body.order_no

test('an order is found by the whole number of a payment or a parcel, and not by a part of the number', async () => {
  const [payment] = await play.paymentsOf(orders.shipped)
  const numbers = [payment?.payment_no ?? '', payment?.transaction_id ?? '', `ZTO${payer.id}`]
  for (const q of numbers) {
    expect(await found({ q }), q).toEqual(['shipped'])
    expect(await found({ q: q.slice(0, -1) }), q).toEqual([])
  }
})

test('an order is found by its numbers with other characters between and around them', async () => {
  const [payment] = await play.paymentsOf(orders.shipped)
  const numbers = [payment?.payment_no ?? '', `ZTO${payer.id}`, await numberOf(orders.shipped)]
  for (const q of numbers)
    for (const between of ['\u200b', '＿', '.', ' ', '“'])
      expect(await found({ q: between + q.slice(0, 5) + between + q.slice(5) + between }), q).toEqual(['shipped'])
  expect(await found({ q: [...(numbers[2] ?? '')].join('–') })).toEqual(['shipped'])
  for (const q of ['—', '_', '...', '"']) expect(await found({ q }), q).toEqual([])
})

const setMobile = async (ids: number[], mobile: string) =>
  (await database())
    .update(tables.order)
    .set({ receiver: sql`receiver || jsonb_build_object('mobile', ${mobile}::text)` })
    .where(inArray(tables.order.id, ids))

test('an order is found by the beginning or end of its number, and by the phone or its last digits', async () => {
  const order_no = await numberOf(orders.shipped)
  for (const q of [order_no, order_no.slice(0, -1), order_no.slice(-4), order_no.slice(-9).toLowerCase()])
    expect(await found({ q }), q).toEqual(['shipped'])
  expect(await found({ q: order_no.slice(0, 6) })).toHaveLength(6)
  // Five characters are too few: they are the same for all orders of up to ten days.
  expect(await found({ q: order_no.slice(0, 5) })).toEqual([])
  expect(await found({ q: order_no.slice(8, -3) })).toEqual([])
  const mobile = `139${unique('').replaceAll(/\D/g, '').padEnd(8, '0').slice(0, 8)}`
  await setMobile([orders.paid, orders.part], mobile)
  expect(await found({ q: mobile })).toEqual(['part', 'paid'])
  expect(await found({ q: mobile.slice(-4) })).toEqual(['part', 'paid'])
  expect(await found({ q: mobile.slice(-5) })).toEqual([])
})

test.each([
  ['13912340001', ['139-1234-0001', '+86 139 1234 0001', '008613912340001', '\u202d139\u00a01234\u00a00001\u202c']],
  // As earlier versions stored it.
  ['139-1234-0002', ['13912340002', '139 1234 0002', '+8613912340002', '0002']],
  ['0571-8800 1234', ['057188001234', '+86 571 88001234', '（0571）8800-1234']],
])('a receiver with the number %s is found by it in any form', async (mobile, queries) => {
  await setMobile([orders.paid], mobile)
  for (const q of queries) expect(await found({ q }), q).toEqual(['paid'])
})

test('a customer without a nickname is found by the number that the admin shows instead', async () => {
  for (const q of [`微信用户 #${payer.id}`, `WeChat user #${payer.id}`, `#${payer.id}`])
    expect(await found({ q }), q).toHaveLength(6)
  for (const q of [`微信用户 #${payer.id}0`, `#${payer.id} 号`, '#1234567890', '#'])
    expect(await found({ q }), q).toEqual([])
})

/** Returns a text in full-width characters. */
const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

describe('names', () => {
  test('of the receiver and of the customer are found by a part', async () => {
    const db = await database()
    const [receiver, nickname] = [unique('沈'), unique('麦田')]
    await db
      .update(tables.order)
      .set({ receiver: sql`receiver || jsonb_build_object('name', ${`老${receiver}`}::text)` })
      .where(inArray(tables.order.id, [orders.unpaid, orders.shipped]))
    expect(await found({ q: receiver })).toEqual(['unpaid', 'shipped'])
    expect(await found({ q: receiver.toUpperCase(), tab: 'unpaid' })).toEqual(['unpaid'])
    expect(await found({ q: wide(receiver) })).toEqual(['unpaid', 'shipped'])
    await db
      .update(tables.user)
      .set({ nickname: `小${nickname}` })
      .where(eq(tables.user.id, payer.id))
    for (const q of [nickname, wide(nickname)]) expect(await found({ q }), q).toHaveLength(6)
    const { body } = await api('GET /cms/order', { token: staff.token, query: { q: nickname, size: 4 } })
    const next = await api('GET /cms/order', {
      token: staff.token,
      query: { q: nickname, size: 4, cursor: body.next_cursor ?? '' },
    })
    expect(body.total).toBe(6)
    expect([...body.items, ...next.body.items].map(({ id }) => id)).toEqual(
      (await list({})).body.items.map(({ id }) => id),
    )
    expect(await found({ q: unique('没有') })).toEqual([])
  })

  test('of a product are found, also the name on the day of the order', async () => {
    const db = await database()
    const other = await newProduct({ skus: [{ stock: 10, price: 100 }] })
    const [old, now] = [unique('洋槐蜂蜜'), unique('枣花蜂蜜')]
    const rename = (name: string) => db.update(tables.product).set({ name }).where(eq(tables.product.id, other.id))
    await rename(old)
    const items = [{ sku_id: other.skus[0]?.id ?? 0, count: 1 }]
    const { body: placed } = await api('POST /v1/order', { token: payer.token, body: { items } })
    const named = async (q: string) => (await list({ q })).body.items.map(({ id }) => id)
    expect(await named(old)).toEqual([placed.id])
    await rename(now)
    await db.update(tables.product).set({ status: 'off_sale' }).where(eq(tables.product.id, other.id))
    expect(await named(old)).toEqual([placed.id])
    expect(await named(now.slice(1))).toEqual([placed.id])
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: placed.id } })
  })

  test('of a SKU are found by its whole number or barcode, also after it was withdrawn', async () => {
    const db = await database()
    const [sku_no, barcode] = [unique('TEA-'), unique('69')]
    const other = await newProduct({
      skus: [
        { stock: 10, price: 100 },
        { stock: 10, price: 200 },
      ],
    })
    const [first, second] = other.skus.map(({ id }) => id)
    await db
      .update(tables.sku)
      .set({ sku_no, barcode })
      .where(eq(tables.sku.id, first ?? 0))
    const ids: number[] = []
    for (const sku_id of [first, second])
      ids.push((await api('POST /v1/order', { token: payer.token, body: { items: [{ sku_id, count: 1 }] } })).body.id)
    const numbered = async (q: string) => (await list({ q })).body.items.map(({ id }) => id)
    const found = [ids[0]]
    expect([await numbered(sku_no), await numbered(barcode)]).toEqual([found, found])
    expect([await numbered(sku_no.slice(0, -1)), await numbered(barcode.slice(1))]).toEqual([[], []])
    await db
      .update(tables.sku)
      .set({ deleted_at: sql`now()` })
      .where(eq(tables.sku.id, first ?? 0))
    expect(await numbered(sku_no)).toEqual(found)
    for (const id of ids) await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id } })
  })

  test('are found by a part of the detail of the address, in any form of its characters', async () => {
    const db = await database()
    const detail = unique('文三路 9 号 Ｂ座')
    const receiver = sql`receiver || jsonb_build_object('detail', ${detail}::text)`
    await db.update(tables.order).set({ receiver }).where(eq(tables.order.id, orders.part))
    expect(await found({ q: detail })).toEqual(['part'])
    expect(await found({ q: detail.replace('Ｂ', 'b') })).toEqual(['part'])
    expect(await found({ q: detail.replace('文三', '文二') })).toEqual([])
    // The name and the detail are one text of the index, but not one text of the search.
    const [row] = await db.select().from(tables.order).where(eq(tables.order.id, orders.part))
    expect(await found({ q: `${row?.receiver.name}${detail}` })).toEqual([])
  })

  test('of too many customers or products are compared order by order, without a search by index', async () => {
    const db = await database()
    const [nickname, past] = ['微信用户', '旧名']
    const idsOf = async (query: Query) => (await list(query)).body.items.map(({ id }) => id)
    const ids = await idsOf({})
    await db.update(tables.user).set({ nickname }).where(eq(tables.user.id, payer.id))
    // Together with the payer, 20,000 customers: the most that are searched by index.
    for (let at = 0; at < 19_999; at += 2_857)
      await db.execute(
        sql`insert into "user" (kind, nickname) select 'customer', ${nickname} from generate_series(1, 2857)`,
      )
    expect(await searchOrders(db, { q: nickname })).toEqual({ ids: ids.toSorted((a, b) => a - b) })
    await newCustomer({ nickname })
    expect(await searchOrders(db, { q: nickname })).toEqual({ often: nickname })
    expect(await idsOf({ q: nickname })).toEqual(ids)

    const other = await newProduct({ skus: [{ stock: 1, price: 1 }] })
    await db.execute(sql`insert into product_past_name (product_id, name)
      select ${other.id}, ${past} || n from generate_series(1, 20000) n`)
    expect(await searchOrders(db, { q: past })).toEqual({ ids: [] })
    await db.execute(sql`insert into product_past_name (product_id, name) values (${other.id}, ${past})`)
    expect(await searchOrders(db, { q: past })).toEqual({ often: past })
  })

  test('of very many orders are found in the order of the list', async () => {
    const db = await database()
    const common = unique('常见')
    const { id: crowd } = await play.newPayer()
    // One more than are searched by index.
    for (let at = 0; at < 20_001; at += 6_667)
      await db.execute(sql`insert into "order" (order_no, user_id, status, items_amount, total_amount, receiver, expires_at)
        select 'X' || n, ${crowd}, 'cancelled', 1, 1, o.receiver || jsonb_build_object('name', ${common}::text), now()
        from generate_series(${at}::int + 1, ${at}::int + 6667) n, "order" o where o.id = ${orders.paid}`)
    await db.execute(sql`insert into order_item (order_id, product_id, sku_id, name, spec_text, price, count, amount)
      select o.id, ${product.id}, ${product.skus[0]?.id}, 'X', '', 1, 1, 1 from "order" o
      where o.order_no like 'X%' and o.user_id = ${crowd} order by o.id desc limit 100`)
    const many = { customer_id: crowd, size: 2 }
    const first = await api('GET /cms/order', { token: staff.token, query: { q: common, ...many } })
    const next = await api('GET /cms/order', {
      token: staff.token,
      query: { q: common, ...many, cursor: first.body.next_cursor ?? '' },
    })
    expect(first.body).toMatchObject({ total: 1000, total_capped: true })
    expect([...first.body.items, ...next.body.items].map(({ order_no }) => order_no)).toEqual(
      [0, 1, 2, 3].map((at) => `X${20001 - at}`),
    )
    await db.execute(sql`insert into order_item (order_id, product_id, sku_id, name, spec_text, price, count, amount)
      select o.id, ${product.id}, ${product.skus[1]?.id}, 'X', '', 1, 1, 1 from "order" o
      where o.order_no like 'X%' and o.user_id = ${crowd}`)
    const [sku] = await db
      .select()
      .from(tables.sku)
      .where(eq(tables.sku.id, product.skus[1]?.id ?? 0))
    const sold = await api('GET /cms/order', { token: staff.token, query: { q: sku?.sku_no ?? '', ...many } })
    expect(sold.body.items.map(({ order_no }) => order_no)).toEqual(['X20001', 'X20000'])
  })
})

test('orders are found by a SKU, not by another one of the same product, and their file has the receivers', async () => {
  const two = await newProduct({ skus: [{ stock: 9 }, { stock: 9 }] })
  const [first, second] = two.skus
  const { order_no } = await play.placeOrder(await play.newPayer(), { sku_id: first?.id ?? 0 })
  const numbers = async (sku_id: number) =>
    (await api('GET /cms/order', { token: staff.token, query: { sku_id } })).body.items.map((one) => one.order_no)
  expect(await numbers(first?.id ?? 0)).toEqual([order_no])
  expect(await numbers(second?.id ?? 0)).toEqual([])
  const fileFor = ({ token }: { token: string }) =>
    dispatch(
      new Request(`http://localhost:3000/cms/order?format=csv&sku_id=${first?.id}`, {
        headers: { 'x-peer-address': '203.0.113.7', authorization: `Bearer ${token}` },
      }),
    )
  const text = await (await fileFor(staff)).text()
  expect(text).toContain(order_no)
  expect(text).toContain(addressInput.mobile)
  expect((await fileFor(await newStaff(['cms.order.list']))).status).toBe(403)
})

test('orders are found by product, amount, dates, remark, note and lateness', async () => {
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
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  await setParameters({ 'shop.closed': { from: hoursAgo(20), until: hoursAgo(10), message: '' } })
  expect(await found({ late: 'true' })).toEqual(['paid'])
  await setParameters({ 'shop.closed_moves_deadlines': true })
  expect(await found({ late: 'true' })).toEqual([])
  await setParameters({ 'shop.closed': { from: hoursAgo(10), until: hoursAgo(9.5), message: '' } })
  expect(await found({ late: 'true' })).toEqual(['paid'])
  await resetParameter('shop.closed')
  await resetParameter('shop.closed_moves_deadlines')
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

test('orders of customers who ask for another address are found, counted as work until the question is over', async () => {
  const { body: other } = await api('POST /v1/address', { token: payer.token, body: { ...addressInput, name: '林二' } })
  const ask = (address_id: number | null) =>
    api('PUT /v1/order/{id}/receiver', { token: payer.token, params: { id: orders.paid }, body: { address_id } })
  const waiting = async () => {
    const { body } = await api('GET /cms/dashboard/work', { token: staff.token })
    return body.find(({ key }) => key === 'address_asked')?.count
  }
  expect([await found({ address_asked: 'true' }), await waiting()]).toEqual([[], 0])
  await ask(other.id)
  expect([await found({ address_asked: 'true' }), await waiting()]).toEqual([['paid'], 1])
  expect(await found({ address_asked: 'true', tab: 'to_ship' })).toEqual(['paid'])
  expect(await found({ address_asked: 'false' })).not.toContain('paid')
  await ask(null)
  expect([await found({ address_asked: 'true' }), await waiting()]).toEqual([[], 0])
})

test('orders with a failed refund are found', async () => {
  const { id: other } = await play.newPayer()
  expect(await found({ refund: 'failed' })).toEqual([])
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

test('an export searches once for all of its batches', async () => {
  const db = await database()
  const { id: crowd } = await play.newPayer()
  const receiver = unique('批次')
  await db.execute(sql`insert into "order" (order_no, user_id, status, items_amount, total_amount, receiver, expires_at)
    select ${unique('B')} || n, ${crowd}, 'cancelled', 1, 1, o.receiver || jsonb_build_object('name', ${receiver}::text), now()
    from generate_series(1, 201) n, "order" o where o.id = ${orders.paid}`)
  const file = orderFile(CmsOrderQuery.parse({ q: receiver, customer_id: String(crowd) }), settingsFrom([]))
  const first = await file.next(db, undefined)
  expect(first.items).toHaveLength(200)
  // A second search would not find the orders any more.
  await db
    .update(tables.order)
    .set({ receiver: sql`receiver || '{"name": "X"}'` })
    .where(eq(tables.order.user_id, crowd))
  expect((await file.next(db, Number(first.next_cursor))).items).toHaveLength(1)
})

test('orders placed after a given order are counted, up to 100', async () => {
  const news = async (after?: number) =>
    (await api('GET /cms/order/new', { token: staff.token, query: after === undefined ? {} : { after } })).body
  const { count, newest_id } = await news()
  expect(count).toBe(0)
  expect(await news(newest_id)).toEqual({ count: 0, newest_id })
  const placed = [await place(1), await place(1)]
  expect(await news(newest_id)).toEqual({ count: 2, newest_id: placed[1] })
  const db = await database()
  const { id: other } = await play.newPayer()
  await db.execute(sql`insert into "order" (order_no, user_id, status, items_amount, total_amount, receiver, expires_at)
    select ${unique('N')} || n, ${other}, 'cancelled', 1, 1, o.receiver, now()
    from generate_series(1, 100) n, "order" o where o.id = ${orders.paid}`)
  expect((await news(newest_id)).count).toBe(100)
})
