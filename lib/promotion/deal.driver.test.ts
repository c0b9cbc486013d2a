import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as tables from '@/db/tables'
import { env } from '@/lib/kit/env'
import { faults } from '@/lib/platform/sandbox/fetch'
import { api } from '@/lib/server/testing/api'
import {
  database,
  newBuyer,
  newCategory,
  newProduct,
  newStaff,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import type { PromotionInput } from './schema'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  const promotion = ['create', 'update', 'list'].map((verb) => `cms.promotion.${verb}`)
  staff = await newStaff([...promotion, ...['list', 'update', 'refund'].map((verb) => `cms.order.${verb}`)])
})
beforeEach(async () => {
  payer = await play.newPayer()
  await setParameters({ 'order.unpaid_max': 1_000, 'order.unpaid_pieces': 10_000, 'limit.writes_per_minute': 100_000 })
})
afterEach(async () => {
  await (await database()).update(tables.promotion).set({ enabled: false })
})
afterAll(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await play.promotionFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

const from = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

type Input = Partial<z.input<typeof PromotionInput>>

const create = (changes: Input) =>
  api('POST /cms/promotion', {
    token: staff.token,
    body: {
      name: unique('特价 '),
      label: '限时特价',
      gives: 'deal',
      starts_at: from(-1),
      ends_at: from(1),
      ...changes,
    },
  })

/** Creates a deal that runs now. By default, the deal price is 49.00 instead of 99.00. */
async function dealOf(sku_id: number, changes: Input = {}, quota: number | null = null) {
  const reply = await create({ skus: [{ sku_id, price: 4_900, quota }], ...changes })
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}
const put = (id: number, body: object) => api('PUT /cms/promotion/{id}', { token: staff.token, params: { id }, body })

const newSku = async (price = 9_900, stock = 1_000) => (await newProduct({ skus: [{ price, stock }] })).sku
const place = (items: object[], more: object = {}, token = payer.token) =>
  api('POST /v1/order', { token, body: { items, ...more } })
const preview = (items: object[], token = payer.token) => api('POST /v1/order/preview', { token, body: { items } })
const cancel = (id: number) => api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id } })
const soldOf = async (promotion_id: number) => {
  const [row] = await (await database())
    .select()
    .from(tables.deal_sku)
    .where(eq(tables.deal_sku.promotion_id, promotion_id))
  return row?.sold
}

test('the second example of the design: a deal that is not combined, a reduction and a coupon', async () => {
  const [first, second] = [await newSku(), await newSku(6_000)]
  const { id } = await dealOf(first.id)
  const reduction: Input = {
    gives: 'reduction',
    label: '满100减10',
    tiers: [{ from_amount: 10_000, off_amount: 1_000 }],
  }
  expect((await create(reduction)).status).toBe(201)
  const coupons = { label: '满50减5', tiers: [{ from_amount: 5_000, off_amount: 500 }], per_customer: 1 }
  const offered = await create({ ...reduction, ...coupons, coupon_source: 'customer' })
  const { body: coupon } = await api('POST /v1/coupon', {
    token: payer.token,
    body: { promotion_id: offered.body.id },
  })
  const items = [first, second].map(({ id: sku_id }) => ({ sku_id, count: 1 }))
  const { status, body } = await place(items, { coupon_id: coupon.id, expected_amount: 10_400 })
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      total_amount: 10_400,
      discounts: [
        { promotion_id: id, gives: 'deal', label: '限时特价', amount: 5_000 },
        { coupon_id: coupon.id, amount: 500 },
      ],
    },
  })
  expect(await soldOf(id)).toBe(1)
})

describe('accounts that cannot pay', () => {
  beforeEach(() => {
    env().SANDBOX = false
  })
  afterEach(() => {
    env().SANDBOX = true
  })
  const priceOf = async (reply: Awaited<ReturnType<typeof preview>>) => {
    expect(reply.status, reply.text).toBe(200)
    return [reply.body.total_amount, reply.body.refused_deals]
  }

  test.each([
    [30, 6],
    [3, 1],
  ])('together hold at most a fifth of a quota: of %d pieces, %d', async (quota, share) => {
    const sku = await newSku()
    const { id } = await dealOf(sku.id, { per_customer: 30 }, quota)
    const lines = (count: number) => [{ sku_id: sku.id, count }]
    const orders = []
    for (let at = 0; at < share; at++) {
      const buyer = await newBuyer()
      const { body } = await place(lines(1), { expected_amount: 4_900 }, buyer.token)
      orders.push({ id: body.id, token: buyer.token })
    }
    const last = await newBuyer()
    const refused_deals = [{ sku_id: sku.id, reason: 'sold_out', pieces: 1 }]
    expect(await priceOf(await preview(lines(1), last.token))).toEqual([9_900, refused_deals])
    const refused = await place(lines(1), { expected_amount: 4_900 }, last.token)
    expect(refused).toMatchObject({ status: 409, problem: { code: 'price_changed', refused_deals } })
    expect((await place(lines(1), { expected_amount: 9_900 }, last.token)).status).toBe(201)
    expect(await soldOf(id)).toBe(share)
    expect((await place(lines(quota - share - 1), {}, await verified())).status).toBe(201)
    const [first] = orders
    await api('POST /v1/order/{id}/cancel', { token: first?.token ?? '', params: { id: first?.id ?? 0 } })
    expect((await place(lines(1), { expected_amount: 4_900 }, last.token)).status).toBe(201)
    expect(await soldOf(id)).toBe(quota - 1)
  })

  test('hold no more if they order at once', async () => {
    const sku = await newSku()
    const { id } = await dealOf(sku.id, {}, 30)
    const buyers = await Promise.all(Array.from({ length: 12 }, () => newBuyer()))
    const body = { items: [{ sku_id: sku.id, count: 1 }], expected_amount: 4_900 }
    const replies = await Promise.all(
      buyers.map(({ token }) => api('POST /v1/order', { token, body, ip: unique('ip') })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(6)
    expect(await soldOf(id)).toBe(6)
  })

  test('are not limited by what others hold', async () => {
    const sku = await newSku()
    await dealOf(sku.id, {}, 30)
    expect((await place([{ sku_id: sku.id, count: 20 }], {}, await verified())).status).toBe(201)
    const items = [{ sku_id: sku.id, count: 6 }]
    expect(await priceOf(await preview(items, (await newBuyer()).token))).toEqual([6 * 4_900, []])
  })
})

type Lines = { sku_id: number; count: number; price: number; deal: { price: number; pieces: number } | null }[]

/** Compares lines with a preview of them. Returns how many have a deal, and to how many it does not apply. */
async function compare(lines: Lines, token: string) {
  const shown = await preview(
    lines.map(({ sku_id, count }) => ({ sku_id, count })),
    token,
  )
  expect(shown.status, shown.text).toBe(200)
  const { items, refused_deals } = shown.body
  const paid = lines.map(({ sku_id, count, price, deal }) => {
    const off = deal ? (price - deal.price) * deal.pieces : 0
    return [sku_id, price * count - off] as const
  })
  expect(new Map(items.map(({ sku_id, paid_amount }) => [sku_id, paid_amount]))).toEqual(new Map(paid))
  expect(paid.reduce((sum, [, amount]) => sum + amount, 0)).toBe(shown.body.items_amount - shown.body.discount_amount)
  return [lines.filter(({ deal }) => deal).length, refused_deals.length] as const
}

describe('the lines of random carts and orders cost what a preview says, whatever is left, allowed and bought,', () => {
  beforeEach(async () => {
    env().SANDBOX = false
    const limits = ['max_unverified', 'max_per_ip', 'pieces_unverified'].map((name) => [`order.unpaid_${name}`, 10_000])
    await setParameters(Object.fromEntries(limits))
  })
  afterEach(() => {
    env().SANDBOX = true
  })

  test.each([
    ['for a customer', async () => verified()],
    ['for an account that cannot pay', async () => (await newBuyer()).token],
  ])('%s', async (_, newToken) => {
    const [token, other] = [await newToken(), await verified()]
    const upTo = (most: number) => 1 + Math.floor(Math.random() * most)
    const some = (most: number) => (Math.random() < 0.3 ? null : upTo(most))
    const skus = await Promise.all(Array.from({ length: 8 }, () => newSku()))
    const [, always, first, ...others] = skus.map(({ id }) => id)
    await dealOf(always ?? 0)
    await dealOf(first ?? 0, { per_customer: 1 })
    for (const id of others) await dealOf(id, { per_customer: some(4) }, some(12))
    const counts = () => skus.map(({ id: sku_id }) => ({ sku_id, count: upTo(3) }))
    for (const buyer of [other, token])
      for (const item of counts().filter(() => Math.random() < 0.5))
        await place([item], { expected_amount: (await preview([item], buyer)).body.total_amount }, buyer)
    const sums = [0, 0]
    for (let round = 0; round < 12; round++) {
      const { body } = await api('PUT /v1/cart', { token, body: { items: counts() } })
      expect((await api('GET /v1/cart', { token })).body).toEqual(body)
      for (const [at, count] of (await compare(body, token)).entries()) sums[at] = (sums[at] ?? 0) + count
    }
    expect(Math.min(...sums)).toBeGreaterThan(0)
    const items = counts()
    const { total_amount } = (await preview(items, token)).body
    const { body: placed } = await place(items, { expected_amount: total_amount }, token)
    const again = await api('GET /v1/order/{id}/lines', { token, params: { id: placed.id } })
    await compare(again.body, token)
  })
})

/** Returns the token of a customer who can pay, outside of the sandbox too. */
async function verified() {
  const { id, token } = await newBuyer()
  await (await database()).insert(tables.identity).values({ user_id: id, type: 200, identifier: unique('o') })
  return token
}

describe('a deal', () => {
  test('is on the product, its card, the home screen and in the cart while it runs', async () => {
    const sku = await newSku()
    const deal = await dealOf(sku.id, { per_customer: 2 }, 8)
    const shown = { price: 4_900, ends_at: deal.ends_at }
    const product = async () => (await api('GET /v1/product/{id}', { params: { id: sku.product_id } })).body
    expect(await product()).toMatchObject({
      deal: shown,
      skus: [
        {
          id: sku.id,
          deal: { ...shown, promotion_id: deal.id, label: '限时特价', left: 8, limit: 2, exclusive: true },
        },
      ],
    })
    const recent = async () => (await api('GET /v1/product/recent')).body.find(({ id }) => id === sku.product_id)
    expect(await recent()).toMatchObject({ deal: shown })
    const home = async () => (await api('GET /v1/home')).body.deals.map(({ id }) => id)
    expect(await home()).toContain(sku.product_id)
    await api('POST /v1/cart', { token: payer.token, body: { sku_id: sku.id, count: 1 } })
    expect((await api('GET /v1/cart', { token: payer.token })).body).toMatchObject([
      { price: 9_900, deal: { ...shown, pieces: 1 } },
    ])

    await put(deal.id, { enabled: false })
    expect(await product()).toMatchObject({ deal: null, skus: [{ deal: null }] })
    expect(await recent()).toMatchObject({ deal: null })
    expect(await home()).not.toContain(sku.product_id)
    expect((await api('GET /v1/cart', { token: payer.token })).body).toMatchObject([{ deal: null }])
  })

  test('is on a page of its category, whether no, few or many deals run', async () => {
    const { id: category_id } = await newCategory()
    const [first, second] = [
      await newProduct({ category_id, skus: [9_900, 8_000].map((price) => ({ price, stock: 10 })) }),
      await newProduct({ category_id, skus: [{ price: 9_900 }] }),
    ]
    const many = await newProduct({ skus: Array.from({ length: 70 }, () => ({ price: 9_900 })) })
    const shown = async () => {
      const page = await api('GET /v1/product/by_category', { query: { id: String(category_id) } })
      const alone = await api('GET /v1/product', { query: { ids: `${first.id},${second.id}` } })
      const deals = page.body.items.map(({ id, deal }) => [id, deal?.price])
      expect(new Map(deals.map(([id, price]) => [id, price]))).toEqual(
        new Map(alone.body.map(({ id, deal }) => [id, deal?.price])),
      )
      const products = await Promise.all(
        [first, second].map(({ id }) => api('GET /v1/product/{id}', { params: { id } })),
      )
      return products.map(({ body }) => {
        expect(deals).toContainEqual([body.id, body.deal?.price])
        return [body.deal?.price, ...body.skus.map(({ deal }) => deal?.price)]
      })
    }
    const none = [
      [undefined, undefined, undefined],
      [undefined, undefined],
    ]
    expect(await shown()).toEqual(none)
    const skus = [4_900, 3_900].map((price, at) => ({ sku_id: first.skus[at]?.id ?? 0, price, quota: null }))
    const few = await create({ skus })
    const some = [
      [3_900, 4_900, 3_900],
      [undefined, undefined],
    ]
    expect(await shown()).toEqual(some)
    const others = await create({ skus: many.skus.map(({ id }) => ({ sku_id: id, price: 5_000, quota: null })) })
    expect(await shown()).toEqual(some)
    await put(others.body.id, { enabled: false })
    expect(await shown()).toEqual(some)
    await put(few.body.id, { enabled: false })
    expect(await shown()).toEqual(none)
  })

  test.each<[when: string, changes: Input]>([
    ['that begins later', { starts_at: from(0.5) }],
    ['that is over', { starts_at: from(-2), ends_at: from(-1) }],
  ])('%s is neither shown nor applied', async (_, changes) => {
    const sku = await newSku()
    await dealOf(sku.id, changes)
    const { body } = await api('GET /v1/product/{id}', { params: { id: sku.product_id } })
    expect(body).toMatchObject({ deal: null, skus: [{ deal: null }] })
    expect((await place([{ sku_id: sku.id, count: 1 }])).body).toMatchObject({ total_amount: 9_900, discounts: [] })
  })

  test('does not raise a price that has fallen below it', async () => {
    const sku = await newSku()
    await dealOf(sku.id)
    await (await database()).update(tables.sku).set({ price: 3_000 }).where(eq(tables.sku.id, sku.id))
    expect((await place([{ sku_id: sku.id, count: 1 }])).body).toMatchObject({ total_amount: 3_000, discounts: [] })
  })

  test('applies to as many pieces as there are, and is shown no more when all are sold', async () => {
    const sku = await newSku()
    const { id } = await dealOf(sku.id, {}, 3)
    expect((await place([{ sku_id: sku.id, count: 2 }])).body).toMatchObject({ total_amount: 9_800 })
    const two = [{ sku_id: sku.id, count: 2 }]
    const refused_deals = [{ sku_id: sku.id, reason: 'sold_out', pieces: 1 }]
    const discounts = [{ promotion_id: id, amount: 5_000 }]
    expect((await preview(two)).body).toMatchObject({ total_amount: 14_800, discounts, refused_deals })
    const changed = { status: 409, problem: { code: 'price_changed', total_amount: 14_800, refused_deals } }
    expect(await place(two)).toMatchObject(changed)
    expect(await place(two, { expected_amount: 9_800 })).toMatchObject(changed)
    expect((await place(two, { expected_amount: 14_800 })).body).toMatchObject({ total_amount: 14_800, discounts })
    expect(await soldOf(id)).toBe(3)
    const { body } = await api('GET /v1/product/{id}', { params: { id: sku.product_id } })
    expect(body).toMatchObject({ deal: null, skus: [{ deal: null }] })
    expect((await place([{ sku_id: sku.id, count: 1 }], { expected_amount: 9_900 })).status).toBe(201)
  })

  test('that ran out some time ago does not stop orders without an expected amount', async () => {
    const sku = await newSku()
    const { id } = await dealOf(sku.id, {}, 1)
    const one = [{ sku_id: sku.id, count: 1 }]
    expect((await place(one)).status).toBe(201)
    expect(await place(one)).toMatchObject({ status: 409, problem: { code: 'price_changed' } })
    const sold_at = new Date(Date.now() - 16 * 60_000)
    await (await database()).update(tables.deal_sku).set({ sold_at }).where(eq(tables.deal_sku.promotion_id, id))
    expect((await place(one)).body).toMatchObject({ total_amount: 9_900, discounts: [] })
  })

  test('holds only the pieces at its price: they return with a canceled order, a new price, and a late payment', async () => {
    const sku = await newSku()
    const { id } = await dealOf(sku.id, { per_customer: 2 }, 4)
    const { body: placed } = await place([{ sku_id: sku.id, count: 3 }], { expected_amount: 2 * 4_900 + 9_900 })
    expect([placed.total_amount, await soldOf(id)]).toEqual([19_700, 2])
    expect((await preview([{ sku_id: sku.id, count: 1 }])).body).toMatchObject({ total_amount: 9_900 })
    await cancel(placed.id)
    expect(await soldOf(id)).toBe(0)
    const { body: again } = await place([{ sku_id: sku.id, count: 3 }], { expected_amount: 19_700 })
    const change = (changes: object) =>
      api('PUT /cms/order/{id}', { token: staff.token, params: { id: again.id }, body: changes })
    expect((await change({ discount_amount: 700 })).body).toMatchObject({ total_amount: 19_000 })
    expect(await soldOf(id)).toBe(2)
    const items = [{ order_item_id: again.items[0]?.id ?? 0, price: 9_000 }]
    expect((await change({ items, discount_amount: 0 })).body).toMatchObject({
      total_amount: 27_000,
      promotion_amount: 0,
    })
    expect(await soldOf(id)).toBe(0)
  })

  test('is known from the order and from a return request by the pieces at its price', async () => {
    const [some, all, none] = [await newSku(), await newSku(), await newSku()]
    await dealOf(some.id, { per_customer: 2 })
    await dealOf(all.id)
    const items = [some, all, none].map(({ id }) => ({ sku_id: id, count: 3 }))
    const expected_amount = 2 * 4_900 + 9_900 + 3 * 4_900 + 3 * 9_900
    const { body: placed } = await place(items, { expected_amount })
    await play.payOrder(payer, placed.id)
    await play.deliver()
    const deal_pieces = (lines: { sku_id: number; deal_pieces: number }[]) =>
      [some, all, none].map(({ id }) => lines.find(({ sku_id }) => sku_id === id)?.deal_pieces)
    expect(deal_pieces((await play.readOrder(payer, placed.id)).items)).toEqual([2, 3, 0])
    const { body: seen } = await api('GET /cms/order/{id}', { token: staff.token, params: { id: placed.id } })
    expect(deal_pieces(seen.items)).toEqual([2, 3, 0])
    const order_item_id = placed.items.find(({ sku_id }) => sku_id === some.id)?.id ?? 0
    const request = { order_id: placed.id, kind: 'refund', reason_code: 'other', items: [{ order_item_id, count: 1 }] }
    expect((await api('POST /v1/after_sale', { token: payer.token, body: request })).body.items).toMatchObject([
      { count: 1, amount: 6_567, ordered_count: 3, deal_pieces: 2 },
    ])
  })

  test('applies to as many pieces as one customer may buy, in all orders that were not canceled', async () => {
    const sku = await newSku()
    await dealOf(sku.id, { per_customer: 2 })
    const one = [{ sku_id: sku.id, count: 1 }]
    const { body: first } = await place(one)
    const two = [{ sku_id: sku.id, count: 2 }]
    const refused_deals = [{ sku_id: sku.id, reason: 'limit', pieces: 1 }]
    expect((await preview(two)).body).toMatchObject({ total_amount: 14_800, refused_deals })
    expect((await place(two)).body).toMatchObject({ total_amount: 14_800 })
    expect((await preview(one)).body).toMatchObject({ total_amount: 9_900 })
    expect((await preview(one, (await play.newPayer()).token)).body).toMatchObject({ total_amount: 4_900 })
    await cancel(first.id)
    expect((await preview(one)).body).toMatchObject({ total_amount: 4_900 })
  })

  test('of one SKU leaves the other SKUs at their price', async () => {
    const { skus } = await newProduct({ skus: [9_900, 8_000].map((price) => ({ price, stock: 10 })) })
    const [first, second] = skus
    await dealOf(first?.id ?? 0)
    const items = skus.map(({ id: sku_id }) => ({ sku_id, count: 1 }))
    const { body } = await place(items)
    expect(body).toMatchObject({ total_amount: 4_900 + 8_000 })
    expect(body.items.find(({ sku_id }) => sku_id === second?.id)).toMatchObject({ discount_amount: 0 })
  })
})

describe('the pieces of a deal', () => {
  test('are given back when the order is canceled or not paid in time, and not after a refund', async () => {
    const sku = await newSku()
    const { id } = await dealOf(sku.id, {}, 5)
    const { body: first } = await place([{ sku_id: sku.id, count: 2 }])
    const { body: second } = await place([{ sku_id: sku.id, count: 3 }])
    expect(await soldOf(id)).toBe(5)
    await cancel(first.id)
    expect(await soldOf(id)).toBe(3)
    await play.expire([second.id])
    await play.cron('expire')
    expect(await soldOf(id)).toBe(0)
    const paid = await play.paidOrder(payer, { sku_id: sku.id, count: 1 })
    const line = await play.lineOf(paid.id)
    await play.refund(paid.id, staff.id, { items: [{ order_item_id: line.id, count: 1 }] })
    await play.settleAll()
    expect(await play.readOrder(payer, paid.id)).toMatchObject({ status: 'refunded', refunded_amount: 4_900 })
    expect(await soldOf(id)).toBe(1)
  })

  test('are given back when staff change the price of the line, which ends its deal', async () => {
    const sku = await newSku()
    const { id } = await dealOf(sku.id, {}, 5)
    const { body } = await place([{ sku_id: sku.id, count: 2 }])
    const { version } = (await api('GET /cms/order/{id}', { token: staff.token, params: { id: body.id } })).body
    const changes = { version, items: [{ order_item_id: body.items[0]?.id, price: 8_000 }] }
    const changed = await api('PUT /cms/order/{id}', { token: staff.token, params: { id: body.id }, body: changes })
    expect(changed.body).toMatchObject({ total_amount: 16_000, promotion_amount: 0, discounts: [] })
    expect(await soldOf(id)).toBe(0)
    await cancel(body.id)
    expect(await soldOf(id)).toBe(0)
  })

  describe('of a canceled order that is paid late', () => {
    async function paidLate(quota: number) {
      const sku = await newSku()
      const { token: other } = await play.newPayer()
      const deal = await dealOf(sku.id, {}, quota)
      const { body: order } = await place([{ sku_id: sku.id, count: 2 }])
      await play.payOrder(payer, order.id, 'late')
      for (let at = 0; at < 6; at++) faults.next('timeout')
      await cancel(order.id)
      const arrive = async () => {
        faults.clear()
        await play.deliver(play.inSeconds(120))
        await play.settleAll()
        return (await play.readOrder(payer, order.id)).status
      }
      return { sku, deal, arrive, other }
    }

    test('are taken again', async () => {
      const { deal, arrive } = await paidLate(2)
      expect(await soldOf(deal.id)).toBe(0)
      expect(await arrive()).toBe('paid')
      expect(await soldOf(deal.id)).toBe(2)
    })

    test('are gone: the payment is paid back, and the stock stays', async () => {
      const { sku, deal, arrive, other } = await paidLate(2)
      await place([{ sku_id: sku.id, count: 1 }], {}, other)
      expect(await arrive()).toBe('cancelled')
      expect(await soldOf(deal.id)).toBe(1)
      const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, sku.id))
      expect(row?.stock).toBe(999)
    })

    test('do not matter after the deal was stopped', async () => {
      const { sku, deal, arrive, other } = await paidLate(2)
      await place([{ sku_id: sku.id, count: 1 }], {}, other)
      await put(deal.id, { enabled: false })
      expect(await arrive()).toBe('paid')
      expect(await soldOf(deal.id)).toBe(3)
    })
  })
})

describe('staff', () => {
  test.each<[fault: string, changes: (sku_id: number) => Input, name: string, code: string]>([
    ['a deal without prices', () => ({ skus: [] }), 'skus', 'required'],
    ['an unknown SKU', () => ({ skus: [{ sku_id: 2_147_483_647, price: 1 }] }), 'skus.0.sku_id', 'not_found'],
    ['a price that is not lower', (sku_id) => ({ skus: [{ sku_id, price: 9_900 }] }), 'skus.0.price', 'too_big'],
    ['a price of 0', (sku_id) => ({ skus: [{ sku_id, price: 0 }] }), 'skus.0.price', 'too_small'],
    ['a SKU twice', (sku_id) => ({ skus: [1, 2].map((price) => ({ sku_id, price })) }), 'skus.1.sku_id', 'duplicate'],
    ['tiers of a deal', () => ({ tiers: [{ from_amount: 2, off_amount: 1 }] }), 'tiers', 'not_allowed'],
    ['coupons of a deal', () => ({ coupon_source: 'customer', per_customer: 1 }), 'coupon_source', 'not_allowed'],
    [
      'prices of a reduction',
      () => ({ gives: 'reduction', tiers: [{ from_amount: 2, off_amount: 1 }] }),
      'skus',
      'not_allowed',
    ],
    ['a reduction without tiers', () => ({ gives: 'reduction', skus: [] }), 'tiers', 'required'],
  ])('cannot save %s', async (_, changes, name, code) => {
    const { id } = await newSku()
    expect(await create({ skus: [{ sku_id: id, price: 4_900 }], ...changes(id) })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name, code }] },
    })
  })

  test('cannot give a SKU two deals at the same time, also not by starting one again', async () => {
    const sku = await newSku()
    const first = await dealOf(sku.id)
    const taken = {
      status: 409,
      problem: {
        code: 'already_exists',
        invalid_params: [{ name: 'skus.0.sku_id', reason: expect.stringContaining(first.name) }],
      },
    }
    const skus = [{ sku_id: sku.id, price: 4_000 }]
    expect(await create({ skus })).toMatchObject(taken)
    expect((await create({ skus, starts_at: from(1.1), ends_at: from(2) })).status).toBe(201)
    const stopped = await create({ skus, enabled: false })
    expect(stopped.status).toBe(201)
    expect(await put(stopped.body.id, { enabled: true })).toMatchObject(taken)
  })

  test('cannot change prices once the deal has begun, but add pieces', async () => {
    const sku = await newSku()
    const { id } = await dealOf(sku.id, {}, 5)
    const prices = (price: number, quota: number | null) => put(id, { skus: [{ sku_id: sku.id, price, quota }] })
    await place([{ sku_id: sku.id, count: 1 }])
    for (const [price, quota] of [
      [4_000, 5],
      [4_900, 4],
    ] as const)
      expect(await prices(price, quota)).toMatchObject({
        status: 409,
        problem: { detail: expect.stringMatching(/^skus:/) },
      })
    expect(await prices(4_900, 6)).toMatchObject({ status: 200, body: { skus: [{ quota: 6, sold: 1 }] } })
    expect(await prices(4_900, null)).toMatchObject({ status: 200, body: { skus: [{ quota: null, sold: 1 }] } })
  })

  test('can change all prices before', async () => {
    const [sku, other] = [await newSku(), await newSku()]
    const { id } = await dealOf(sku.id, { starts_at: from(0.5) })
    const skus = [{ sku_id: other.id, price: 5_000, quota: 2 }]
    expect(await put(id, { skus })).toMatchObject({
      status: 200,
      body: { exclusive: true, skus: [{ ...skus[0], sold: 0, regular_price: 9_900, product_id: other.product_id }] },
    })
  })
})

test('more than nine tenths off needs a permission of its own, except of shipping', async () => {
  const sku = await newSku()
  const reduction = (off_amount: number): Input => ({
    gives: 'reduction',
    tiers: [{ from_amount: 10_000, off_amount }],
  })
  const forbidden = (name: string) => ({
    status: 403,
    problem: { code: 'forbidden', permission: 'cms.promotion.over', invalid_params: [{ name, code: 'forbidden' }] },
  })
  expect((await create(reduction(9_000))).status).toBe(201)
  expect(await create(reduction(9_001))).toMatchObject(forbidden('tiers.0.off_amount'))
  expect(await create({ gives: 'reduction', tiers: [{ from_pieces: 1, off_permille: 901 }] })).toMatchObject(
    forbidden('tiers.0.off_permille'),
  )
  expect(await create({ skus: [{ sku_id: sku.id, price: 980 }] })).toMatchObject(forbidden('skus.0.price'))
  expect((await create({ skus: [{ sku_id: sku.id, price: 990 }] })).status).toBe(201)
  expect((await create({ gives: 'freight', tiers: [{ from_pieces: 1, off_permille: 1_000 }] })).status).toBe(201)
  const { token } = await newStaff(['cms.promotion.create', 'cms.promotion.over'])
  const body = { name: '清仓', label: '清仓', starts_at: from(1), ends_at: from(2), ...reduction(9_999) }
  expect((await api('POST /cms/promotion', { token, body: { gives: 'reduction', ...body } })).status).toBe(201)
})

test('an amount off pieces is judged by the cheapest goods of its scope, also when a waiting promotion is edited', async () => {
  const [dear, cheap] = [await newSku(), await newSku(500)]
  const terms = (skus: (typeof dear)[], off_amount: number): Input => ({
    gives: 'reduction',
    starts_at: from(1),
    ends_at: from(2),
    scope: 'products',
    product_ids: skus.map(({ product_id }) => product_id),
    tiers: [{ from_pieces: 2, off_amount }],
  })
  const forbidden = {
    status: 403,
    problem: { permission: 'cms.promotion.over', invalid_params: [{ name: 'tiers.0.off_amount' }] },
  }
  expect(await create(terms([dear, cheap], 901))).toMatchObject(forbidden)
  expect((await create(terms([dear, cheap], 900))).status).toBe(201)
  const { body } = await create(terms([dear], 901))
  expect(await put(body.id, { product_ids: [cheap.product_id] })).toMatchObject(forbidden)
  expect(await put(body.id, { scope: 'all', product_ids: [] })).toMatchObject(forbidden)
  const { id } = await newCategory()
  expect(await put(body.id, { scope: 'categories', category_ids: [id], product_ids: [] })).toMatchObject(forbidden)
})

test('a copy of a deal leaves out what is deleted or costs no more, and says so', async () => {
  const skus = await Promise.all([newSku(), newSku(), newSku()])
  const [kept, cheaper, gone] = skus.map(({ id }) => id).toSorted((a, b) => a - b)
  const created = await create({ skus: skus.map(({ id }) => ({ sku_id: id, price: 4_900 })) })
  const db = await database()
  await db
    .update(tables.sku)
    .set({ price: 4_900 })
    .where(eq(tables.sku.id, cheaper ?? 0))
  await db
    .update(tables.sku)
    .set({ deleted_at: new Date() })
    .where(eq(tables.sku.id, gone ?? 0))
  const params = { id: created.body.id }
  const { status, body } = await api('POST /cms/promotion/{id}/duplicate', { token: staff.token, params })
  expect(status).toBe(201)
  expect(body.skus.map(({ sku_id }) => sku_id)).toEqual([kept])
  expect(body.left_out.map(({ sku_id }) => sku_id)).toEqual([cheaper, gone])
})

test('a copy of a deal has its prices, and none of its sold pieces', async () => {
  const sku = await newSku()
  const { id } = await dealOf(sku.id, {}, 5)
  await place([{ sku_id: sku.id, count: 1 }])
  const { body } = await api('POST /cms/promotion/{id}/duplicate', { token: staff.token, params: { id } })
  expect(body.skus).toMatchObject([{ sku_id: sku.id, price: 4_900, quota: 5, sold: 0 }])
})
