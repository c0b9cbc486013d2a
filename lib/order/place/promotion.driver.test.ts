import { parse as parseCsv } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import type { PromotionInput } from '@/lib/promotion/schema'
import { api, dispatch } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newBuyer,
  newCategory,
  newProduct,
  newStaff,
  newTemplate,
  setFreight,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { mergeCustomers } from '@/lib/user/merge'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  const codes = ['cms.promotion.create', 'cms.promotion.update', 'cms.promotion.list', 'cms.promotion.delete']
  staff = await newStaff([...codes, ...['list', 'update', 'refund', 'export'].map((verb) => `cms.order.${verb}`)])
})
beforeEach(async () => {
  payer = await play.newPayer()
  await setParameters({ 'order.unpaid_max': 1_000, 'order.unpaid_pieces': 10_000, 'limit.writes_per_minute': 100_000 })
})
afterEach(async () => {
  await (await database()).update(tables.promotion).set({ enabled: false })
  await setFreight(0)
})
afterAll(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

const day = 86_400_000
const from = (days: number) => new Date(Date.now() + days * day).toISOString()

/** Creates a promotion that runs now: by default, ¥10 off from ¥100, and ¥30 off from ¥200. */
async function running(changes: Partial<z.input<typeof PromotionInput>> = {}) {
  const body = {
    name: unique('满减 '),
    label: '满200减30',
    gives: 'reduction',
    starts_at: from(-1),
    ends_at: from(1),
    tiers: [
      { from_amount: 10_000, off_amount: 1_000 },
      { from_amount: 20_000, off_amount: 3_000 },
    ],
    ...changes,
  }
  const reply = await api('POST /cms/promotion', { token: staff.token, body })
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}

const skusAt = async (...prices: number[]) => {
  const { skus } = await newProduct({ skus: prices.map((price) => ({ price, stock: 1_000 })) })
  return skus.map(({ id }) => id)
}
const place = (token: string, body: object) => api('POST /v1/order', { token, body })
const preview = (token: string, body: object) => api('POST /v1/order/preview', { token, body })

test('the example of the design, to the fen: preview, order, payment, and refunds by the piece', async () => {
  const promotion = await running()
  const skus = await skusAt(6_800, 3_990, 1_000)
  const items = [2, 1, 3].map((count, at) => ({ sku_id: skus[at], count }))
  const shown = await preview(payer.token, { items })
  const discounts = [{ promotion_id: promotion.id, gives: 'reduction', label: '满200减30', amount: 3_000 }]
  const sums = { items_amount: 20_590, discount_amount: 3_000, total_amount: 17_590, discounts }
  expect(shown.body).toMatchObject({ ...sums, hints: [] })
  const shares = [1_982, 581, 437]
  expect(shown.body.items.map(({ discount_amount }) => discount_amount)).toEqual(shares)

  const { status, body: order } = await place(payer.token, { items, expected_amount: shown.body.total_amount })
  expect({ status, order }).toMatchObject({ status: 201, order: sums })
  expect(order.items.map(({ discount_amount }) => discount_amount)).toEqual(shares)
  const own = await play.readOrder(payer, order.id)
  expect(own).toMatchObject({ ...sums, items: order.items.map(({ id, paid_amount }) => ({ id, paid_amount })) })
  const cms = await api('GET /cms/order/{id}', { token: staff.token, params: { id: order.id } })
  expect(cms.body).toMatchObject({ ...sums, promotion_amount: 3_000 })

  const file = await dispatch(
    new Request(`http://localhost:3000/cms/order?format=csv&customer_id=${payer.id}`, {
      headers: { authorization: `Bearer ${staff.token}` },
    }),
  )
  expect(parseCsv(await file.text(), { columns: true, bom: true })).toMatchObject([
    { order_no: order.order_no, discount_yuan: '30.00', promotion_yuan: '30.00', promotions: '满200减30' },
  ])

  await play.payOrder(payer, order.id)
  await play.settleAll()
  let refunded = 0
  for (const [at, line] of order.items.entries())
    for (let piece = 0; piece < (items[at]?.count ?? 0); piece++) {
      await play.refund(order.id, staff.id, { items: [{ order_item_id: line.id, count: 1 }] })
      await play.settleAll()
      refunded = (await play.readOrder(payer, order.id)).refunded_amount
    }
  expect(refunded).toBe(17_590)
  const used = await api('GET /cms/promotion/{id}', { token: staff.token, params: { id: promotion.id } })
  expect(used.body).toMatchObject({ order_count: 1, discount_amount: 3_000, state: 'running' })
})

test('every second piece for half: the preview is the order, whose pieces come back to the last fen', async () => {
  const { id } = await running({ label: '第二件半价', tiers: [{ nth: 2, off_permille: 500 }] })
  const skus = await skusAt(3_601, 1_999)
  const items = [3, 2].map((count, at) => ({ sku_id: skus[at], count }))
  const shown = await preview(payer.token, { items })
  const discounts = [{ promotion_id: id, gives: 'reduction', label: '第二件半价', amount: 1_998 }]
  expect(shown.body).toMatchObject({ items_amount: 14_801, total_amount: 12_803, discounts, hints: [] })
  const { status, body: order } = await place(payer.token, { items, expected_amount: 12_803 })
  expect({ status, order }).toMatchObject({ status: 201, order: { total_amount: 12_803, discounts } })
  expect(order.items.map(({ discount_amount }) => discount_amount)).toEqual([0, 1_998])

  await play.payOrder(payer, order.id)
  await play.settleAll()
  const [dear, cheap] = order.items.map((line) => line.id)
  const amounts: number[] = []
  for (const order_item_id of [cheap, dear, cheap, dear, dear]) {
    if (order_item_id === undefined) throw new Error('there are two lines')
    const before = (await play.readOrder(payer, order.id)).refunded_amount
    await play.refund(order.id, staff.id, { items: [{ order_item_id, count: 1 }] })
    await play.settleAll()
    amounts.push((await play.readOrder(payer, order.id)).refunded_amount - before)
  }
  expect(amounts).toEqual([1_000, 3_601, 1_000, 3_601, 3_601])
})

test('below a tier nothing is taken off, and the preview says what is missing', async () => {
  const { id } = await running()
  const [sku_id] = await skusAt(9_900)
  const { body } = await preview(payer.token, { items: [{ sku_id, count: 1 }] })
  expect(body).toMatchObject({
    discount_amount: 0,
    discounts: [],
    hints: [
      { promotion_id: id, label: '满200减30', scope_names: [], scope_count: 0, missing_amount: 100, off_amount: 1_000 },
    ],
  })
})

test('a hint names the goods of its promotion', async () => {
  const names = ['绿茶', '红茶', '白茶', '青茶']
  const products = await Promise.all(names.map((name) => newProduct({ name, skus: [{ price: 9_900 }] })))
  const ids = products.map((one) => one.id).toSorted((a, b) => a - b)
  const { id } = await running({ scope: 'products', product_ids: ids })
  const { body } = await preview(payer.token, { items: [{ sku_id: products[0]?.sku.id, count: 1 }] })
  const [first, second, third] = ids.map((one) => names[products.findIndex(({ id }) => id === one)])
  expect(body.hints).toMatchObject([{ promotion_id: id, scope_names: [first, second, third], scope_count: 4 }])
})

test('with an expected amount, the price after a stop is refused; without one, the order has no reduction', async () => {
  const { id, version } = await running()
  const [sku_id] = await skusAt(10_000)
  const items = [{ sku_id, count: 1 }]
  expect((await preview(payer.token, { items })).body.total_amount).toBe(9_000)
  const stopped = { enabled: false, version }
  expect(await api('PUT /cms/promotion/{id}', { token: staff.token, params: { id }, body: stopped })).toMatchObject({
    status: 200,
    body: { state: 'stopped' },
  })
  expect(await place(payer.token, { items, expected_amount: 9_000 })).toMatchObject({
    status: 409,
    problem: { code: 'price_changed', total_amount: 10_000, discounts: [] },
  })
  expect(await place(payer.token, { items })).toMatchObject({ status: 201, body: { total_amount: 10_000 } })
})

test('the scope includes the categories below, and never an excepted product', async () => {
  const top = await newCategory()
  const below = await newCategory({ parent_id: top.id })
  const inside = await newProduct({ category_id: below.id, skus: [{ price: 10_000 }] })
  const excepted = await newProduct({ category_id: below.id, skus: [{ price: 10_000 }] })
  const outside = await newProduct({ skus: [{ price: 10_000 }] })
  await running({ scope: 'categories', category_ids: [top.id], except_product_ids: [excepted.id] })
  const items = [inside, excepted, outside].map(({ sku }) => ({ sku_id: sku.id, count: 1 }))
  const { body } = await preview(payer.token, { items })
  expect(body.items.map(({ discount_amount }) => discount_amount)).toEqual([1_000, 0, 0])
  await (await database()).update(tables.promotion).set({ enabled: false })
  await running({ scope: 'products', product_ids: [outside.id] })
  const again = await preview(payer.token, { items })
  expect(again.body.items.map(({ discount_amount }) => discount_amount)).toEqual([0, 0, 1_000])
})

test('freight is reduced, never below 0, and its reduction has no share of a line', async () => {
  await setFreight(800)
  const promotion = await running({
    gives: 'freight',
    label: '满50包邮',
    tiers: [{ from_amount: 5_000, off_permille: 1_000 }],
  })
  const [sku_id] = await skusAt(5_000)
  const { body } = await place(payer.token, { items: [{ sku_id, count: 1 }] })
  expect(body).toMatchObject({
    freight_amount: 800,
    discount_amount: 800,
    total_amount: 5_000,
    discounts: [{ promotion_id: promotion.id, gives: 'freight', amount: 800 }],
    items: [{ discount_amount: 0, paid_amount: 5_000 }],
  })
})

test('a promotion for the first order applies once, until that order is canceled, and not without a mini-program user', async () => {
  await running({ audience: 'first_order' })
  const [sku_id] = await skusAt(10_000)
  const items = [{ sku_id, count: 1 }]
  const buyer = await newBuyer()
  expect((await preview(buyer.token, { items })).body.total_amount).toBe(10_000)
  const first = await place(payer.token, { items })
  expect(first.body).toMatchObject({ total_amount: 9_000 })
  expect((await preview(payer.token, { items })).body.total_amount).toBe(10_000)
  await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: first.body.id } })
  expect((await preview(payer.token, { items })).body.total_amount).toBe(9_000)
})

test('a customer has a promotion only as often as it allows, however many orders are placed at once', async () => {
  const { id } = await running({ per_customer: 2 })
  const [sku_id] = await skusAt(10_000)
  const placed = await Promise.all(
    Array.from({ length: 8 }, () => place(payer.token, { items: [{ sku_id, count: 1 }] })),
  )
  expect(placed.map(({ body }) => body.total_amount).sort()).toEqual([9_000, 9_000, ...Array(6).fill(10_000)].sort())
  const db = await database()
  expect(await db.$count(tables.order_discount, eq(tables.order_discount.promotion_id, id))).toBe(2)
})

test('a promotion for the first order is not for a customer who has paid before, even if all was refunded', async () => {
  const [sku_id] = await skusAt(10_000)
  const paid = await play.paidOrder(payer, { sku_id })
  await running({ audience: 'first_order' })
  const totalFor = async () => (await preview(payer.token, { items: [{ sku_id, count: 1 }] })).body.total_amount
  expect(await totalFor()).toBe(10_000)
  await play.refund(paid.id, staff.id)
  await play.settleAll()
  expect(await totalFor()).toBe(10_000)
})

test('of the orders of a customer, canceled ones do not count, and those of a merged account do', async () => {
  await running({ per_customer: 1 })
  const [sku_id] = await skusAt(10_000)
  const items = [{ sku_id, count: 1 }]
  const totalFor = async () => (await preview(payer.token, { items })).body.total_amount
  const { body } = await place(payer.token, { items })
  expect(await totalFor()).toBe(10_000)
  await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: body.id } })
  expect(await totalFor()).toBe(9_000)
  const other = await play.newPayer()
  expect((await place(other.token, { items })).body.total_amount).toBe(9_000)
  await (await connection()).transaction((tx) => mergeCustomers(tx, { from: other.id, to: payer.id }))
  expect(await totalFor()).toBe(10_000)
})

describe('repricing by staff', () => {
  const reprice = async (id: number, changes: object) => {
    const { body } = await api('GET /cms/order/{id}', { token: staff.token, params: { id } })
    return api('PUT /cms/order/{id}', {
      token: staff.token,
      params: { id },
      body: { version: body.version, ...changes },
    })
  }
  const ordered = async () => {
    const [sku_id] = await skusAt(10_000)
    const { body } = await place(payer.token, { items: [{ sku_id, count: 2 }] })
    expect(body.total_amount).toBe(17_000)
    return { id: body.id, line: body.items[0]?.id }
  }

  test('the discount of the shop is added to the promotion', async () => {
    await running()
    const { id } = await ordered()
    const sums = { discount_amount: 3_500, promotion_amount: 3_000, total_amount: 16_500 }
    expect((await reprice(id, { discount_amount: 500 })).body).toMatchObject(sums)
    expect((await reprice(id, { freight_amount: 100 })).body).toMatchObject({ ...sums, total_amount: 16_600 })
    expect((await reprice(id, { discount_amount: 0 })).body).toMatchObject({ discount_amount: 3_000 })
    expect(await reprice(id, { discount_amount: 17_100 })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'discount_amount', params: { maximum: 17_099 } }] },
    })
  })

  test('promotions are applied again to other prices', async () => {
    await running({ tiers: [{ from_amount: 5_000, off_permille: 150 }] })
    const { id, line } = await ordered()
    const at = async (price: number) => (await reprice(id, { items: [{ order_item_id: line, price }] })).body
    expect(await at(4_000)).toMatchObject({
      items_amount: 8_000,
      promotion_amount: 1_200,
      total_amount: 6_800,
      discounts: [{ amount: 1_200 }],
      items: [{ paid_amount: 6_800 }],
    })
    expect(await at(12_000)).toMatchObject({ promotion_amount: 3_600, total_amount: 20_400 })
    expect(await at(2_000)).toMatchObject({ promotion_amount: 0, discounts: [], total_amount: 4_000 })
  })

  test('a discount alone leaves the promotions as they were agreed, also after a change of their goods', async () => {
    const category_id = (await newCategory()).id
    const { id, sku } = await newProduct({ category_id, skus: [{ price: 10_000, stock: 10 }] })
    await running({
      scope: 'categories',
      category_ids: [category_id],
      tiers: [{ from_amount: 5_000, off_amount: 1_000 }],
    })
    const { body } = await place(payer.token, { items: [{ sku_id: sku.id, count: 1 }] })
    expect(body.total_amount).toBe(9_000)
    const other = (await newCategory()).id
    await (await database()).update(tables.product).set({ category_id: other }).where(eq(tables.product.id, id))
    expect((await reprice(body.id, { discount_amount: 500 })).body).toMatchObject({
      promotion_amount: 1_000,
      discount_amount: 1_500,
      total_amount: 8_500,
      discounts: [{ amount: 1_000 }],
      items: [{ paid_amount: 8_500 }],
    })
  })

  test('a coupon that gains nothing at another price is given back', async () => {
    const tiers = [{ from_amount: 5_000, off_amount: 3_000 }]
    const { id: promotion_id } = await running({ coupon_source: 'staff', per_customer: 1, tiers })
    const coupon = { promotion_id, user_id: payer.id, source: 'staff', starts_at: sql`now()` } as const
    await (await database()).insert(tables.coupon).values({ ...coupon, ends_at: new Date(from(1)) })
    const [sku_id] = await skusAt(10_000)
    const items = [{ sku_id, count: 2 }]
    const [mine] = (await preview(payer.token, { items })).body.coupons
    const { body } = await place(payer.token, { items, coupon_id: mine?.id })
    expect(body.total_amount).toBe(17_000)
    const changes = { items: [{ order_item_id: body.items[0]?.id, price: 1_000 }] }
    expect((await reprice(body.id, changes)).body).toMatchObject({ promotion_amount: 0, total_amount: 2_000 })
    expect((await preview(payer.token, { items })).body.coupons).toMatchObject([{ id: mine?.id, usable: true }])
  })

  test('a lower shipping fee lowers its promotion', async () => {
    await setFreight(800)
    await running({ gives: 'freight', label: '包邮', tiers: [{ from_pieces: 1, off_amount: 500 }] })
    const [sku_id] = await skusAt(1_000)
    const { body } = await place(payer.token, { items: [{ sku_id, count: 1 }] })
    expect(body).toMatchObject({ freight_amount: 800, discount_amount: 500, total_amount: 1_300 })
    expect((await reprice(body.id, { freight_amount: 300 })).body).toMatchObject({
      promotion_amount: 300,
      total_amount: 1_000,
    })
    expect((await reprice(body.id, { freight_amount: 0 })).body).toMatchObject({ promotion_amount: 0, discounts: [] })
  })
})

describe('a shipping fee that a promotion reduces', () => {
  const wholly = [{ from_pieces: 1, off_permille: 1_000 }]
  const freeShipping = { gives: 'freight' as const, label: '包邮', tiers: wholly }
  const fee = { first: 1, next: 1, next_fee: 0, free_amount: null }
  const regional = () =>
    newTemplate({
      rules: [
        { ...fee, first_fee: 800, regions: ['330000'] },
        { ...fee, first_fee: 1_500, regions: [] },
      ],
    })
  const far = async () => {
    const place = { province: '上海市', city: '上海市', district: '徐汇区' }
    return (await api('POST /v1/address', { token: payer.token, body: { ...addressInput, ...place } })).body.id
  }
  const send = (id: number, address_id: number) =>
    api('PUT /v1/order/{id}/receiver', { token: payer.token, params: { id }, body: { address_id } })

  test('is not part of what was paid: the goods can be returned', async () => {
    await setFreight(1_000)
    await running(freeShipping)
    const [sku_id = 0] = await skusAt(800)
    const { id } = await play.paidOrder(payer, { sku_id })
    const { body } = await api('GET /v1/order/{id}', { token: payer.token, params: { id } })
    expect(body).toMatchObject({ freight_amount: 1_000, paid_amount: 800 })
    expect(body.actions).toContain('after_sale')
  })

  test.each([
    ['free', wholly, [{ amount: 5_000 }]],
    ['lower', [{ from_pieces: 1, off_amount: 300 }], [{ amount: 5_000 }, { name: '', amount: 1_300 }]],
  ])('that is %s has the line of an invoice that was paid', async (_, tiers, lines) => {
    await setParameters({ 'invoice.enabled': true })
    await setFreight(1_600)
    await running({ ...freeShipping, tiers })
    const [sku_id = 0] = await skusAt(5_000)
    const { id: order_id } = await play.paidOrder(payer, { sku_id })
    const asked = await api('POST /v1/invoice', {
      token: payer.token,
      body: { order_id, kind: 'personal', title: '王小明', email: 'wang@example.com' },
    })
    const clerk = await newStaff(['cms.invoice.list'])
    const { body } = await api('GET /cms/invoice/{id}', { token: clerk.token, params: { id: asked.body.id } })
    expect(body.lines).toMatchObject(lines)
    expect(body.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(body.kept_amount)
  })

  test('lets an unpaid order go to a dearer region for nothing, and not for a part', async () => {
    const { sku } = await newProduct({ skus: [{ price: 5_000, stock: 10 }], freight_template_id: await regional() })
    const items = [{ sku_id: sku.id, count: 1 }]
    const address_id = await far()
    const { id } = await running(freeShipping)
    const free = (await place(payer.token, { items })).body
    expect(free).toMatchObject({ freight_amount: 800, total_amount: 5_000 })
    expect(await send(free.id, address_id)).toMatchObject({ status: 200, body: { total_amount: 5_000 } })
    await (await database()).update(tables.promotion).set({ enabled: false }).where(eq(tables.promotion.id, id))
    await running({ ...freeShipping, tiers: [{ from_pieces: 1, off_amount: 300 }] })
    const lower = (await place(payer.token, { items })).body
    expect(lower.total_amount).toBe(5_500)
    expect((await send(lower.id, address_id)).problem).toMatchObject({
      invalid_params: [{ name: 'address_id', code: 'not_allowed' }],
      detail: expect.stringContaining('costs 12.00, not 5.00'),
    })
  })
})

test('random orders under several promotions: the preview is the order, and its parts are its sums', async () => {
  await setFreight(800, 15_000)
  const skus = await skusAt(1, 99, 2_500, 7_777, 12_345)
  await running({ priority: 1, tiers: [{ from_pieces: 3, off_permille: 333, at_most: 5_000 }], label: '三件67折' })
  await running({ repeats: true, tiers: [{ from_amount: 5_000, off_amount: 777 }], label: '每满50减7.77' })
  await running({ tiers: [{ nth: 2, off_permille: 499 }], label: '第二件半价' })
  await running({ gives: 'freight', tiers: [{ from_amount: 3_000, off_amount: 301 }], label: '运费减3.01' })
  for (let round = 0; round < 60; round++) {
    const items = skus.flatMap((sku_id) => {
      const count = Math.floor(Math.random() * 4)
      return count > 0 ? [{ sku_id, count }] : []
    })
    if (items.length === 0) continue
    const shown = await preview(payer.token, { items })
    const { body } = await place(payer.token, { items, expected_amount: shown.body.total_amount })
    expect({ ...body, items: body.items.map(({ id: _, ...item }) => item) }).toMatchObject({
      items: shown.body.items.map(({ deal_pieces: _, ...item }) => item),
      discounts: shown.body.discounts,
      total_amount: shown.body.total_amount,
    })
    expect(Math.min(...body.items.map(({ paid_amount, count }) => paid_amount - count))).toBeGreaterThanOrEqual(0)
  }
  const [sums] = await (await database())
    .select({ orders: sql<number>`count(*) filter (where promotion_amount > 0)::int` })
    .from(tables.order)
  expect(sums?.orders).toBeGreaterThan(20)
})
