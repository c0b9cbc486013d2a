import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newBuyer,
  newCustomer,
  newProduct,
  newStore,
  resetParameter,
  setFreight,
  setParameters,
  stockFaults,
} from '@/lib/server/testing/factories'
import { rounds } from '@/lib/server/testing/races'

const preview = (token: string, body: unknown) => api('POST /v1/order/preview', { token, body })
const place = (token: string, body: unknown) => api('POST /v1/order', { token, body })

const keys = ['order.unpaid_max', 'order.unpaid_pieces', 'limit.writes_per_minute'] as const
afterEach(async () => {
  for (const key of keys) await resetParameter(key)
  await setFreight(0)
})

/** Returns the numbers of rows in the tables that an order may write, and the stock of every SKU. */
async function written() {
  const count = (table: string) => sql<number>`(select count(*)::int from ${sql.identifier(table)})`
  const [row] = await (await database())
    .select({
      orders: count('order'),
      items: count('order_item'),
      log: count('order_log'),
      ledger: count('stock_log'),
      keys: count('idempotency'),
      cart: count('cart_item'),
      stock: sql<string>`(select string_agg(id || ':' || stock || ':' || updated_at, ',' order by id) from sku)`,
    })
    .from(sql`(values (1)) as one`)
  return row
}

test('returns the lines and their sums, and writes nothing', async () => {
  await setFreight(800)
  const { token, address_id } = await newBuyer()
  const cup = await newProduct({
    name: '青釉杯',
    images: ['/demo/cup.svg'],
    skus: [{ spec_values: ['青', '大'], price: 1200, stock: 5 }],
  })
  await api('POST /v1/cart', { token, body: { sku_id: cup.sku.id, count: 2 } })
  const before = await written()
  const body = {
    items: [
      { sku_id: cup.sku.id, count: 1 },
      { product_id: cup.id, count: 1 },
    ],
    remark: '轻放',
    from_cart: true,
  }
  expect((await preview(token, body)).body).toEqual({
    items: [
      {
        product_id: cup.id,
        sku_id: cup.sku.id,
        sku_no: expect.any(String),
        barcode: null,
        name: '青釉杯',
        spec_text: '青 / 大',
        image_url: 'http://localhost:3000/demo/cup.svg',
        price: 1200,
        count: 2,
        amount: 2400,
        discount_amount: 0,
        paid_amount: 2400,
        deal_pieces: 0,
      },
    ],
    items_amount: 2400,
    freight_amount: 800,
    discount_amount: 0,
    total_amount: 3200,
    discounts: [],
    hints: [],
    coupons: [],
    refused_deals: [],
    is_estimate: false,
    freight: [
      {
        template_id: expect.any(Number),
        name: '统一运费',
        sku_ids: [cup.sku.id],
        amount: 800,
        free: null,
        missing_amount: null,
        missing_pieces: null,
        free_needs: 'either',
      },
    ],
    undeliverable: [],
    shortages: [],
    deliveries: ['express'],
    store_id: null,
    address_id,
    receiver: { ...addressInput, postal_code: null },
    closed: null,
  })
  expect(await written()).toEqual(before)
})

test('needs no address, but refuses an address of another customer', async () => {
  const [customer, other] = [await newCustomer(), await newBuyer()]
  const { sku } = await newProduct()
  const items = [{ sku_id: sku.id, count: 1 }]
  expect(await preview(customer.token, { items })).toMatchObject({
    status: 200,
    body: { address_id: null, receiver: null },
  })
  const home = { ...addressInput, detail: '青梧路 18 号' }
  const first = (await api('POST /v1/address', { token: other.token, body: home })).body
  const named = (await preview(other.token, { items, address_id: first.id })).body
  expect(named).toMatchObject({ address_id: first.id, receiver: home })
  expect((await place(other.token, { items, address_id: first.id })).body.receiver).toEqual(named.receiver)
  expect((await preview(other.token, { items })).body.address_id).toBe(other.address_id)
  for (const address_id of [other.address_id, 2_000_000_000]) {
    expect(await preview(customer.token, { items, address_id })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ in: 'body', name: 'address_id', code: 'not_found' }] },
    })
  }
})

test('lists lines with too little stock, and sums up the others', async () => {
  await setFreight(800)
  const { token } = await newBuyer()
  const [{ skus }, off] = [
    await newProduct({
      skus: [
        { stock: 2, price: 100 },
        { stock: 9, price: 200 },
      ],
    }),
    await newProduct({ status: 'off_sale' }),
  ]
  const [few, many] = skus.map(({ id }) => id)
  const items = [few, many, off.sku.id, 2_000_000_000].map((sku_id) => ({ sku_id, count: 3 }))
  const shortages = [
    { sku_id: few, requested: 3, available: 2 },
    { sku_id: off.sku.id, requested: 3, available: 0 },
    { sku_id: 2_000_000_000, requested: 3, available: 0 },
  ]
  expect((await preview(token, { items, expected_amount: 1 })).body).toMatchObject({
    items: [{ sku_id: many, amount: 600 }],
    items_amount: 600,
    freight_amount: 800,
    total_amount: 1400,
    shortages,
  })
  expect((await place(token, { items })).problem.shortages).toEqual(shortages)
  const nothing = await preview(token, { items: [{ sku_id: few, count: 3 }] })
  expect(nothing.body).toMatchObject({ items: [], freight_amount: 0, total_amount: 0, shortages: [{ sku_id: few }] })
})

describe('is refused in the same cases as placing', () => {
  test('at the limit of unpaid orders, and of their pieces', async () => {
    await setParameters({ 'order.unpaid_max': 1, 'order.unpaid_pieces': 3 })
    const { token } = await newBuyer()
    const { sku } = await newProduct()
    const body = (count: number) => ({ items: [{ sku_id: sku.id, count }] })
    expect((await preview(token, body(4))).problem).toMatchObject({ code: 'limit_reached', allowed: 3 })
    expect((await place(token, body(1))).status).toBe(201)
    expect((await preview(token, body(1))).problem.code).toBe('limit_reached')
    expect((await place(token, body(1))).problem.code).toBe('limit_reached')
  })

  test('for a total other than expected_amount', async () => {
    const { token } = await newBuyer()
    const { sku } = await newProduct({ skus: [{ price: 500 }] })
    const body = { items: [{ sku_id: sku.id, count: 2 }], expected_amount: 900 }
    const [asked, placed] = [await preview(token, body), await place(token, body)]
    const { request_id: _, ...problem } = asked.problem
    expect(placed.problem).toMatchObject(problem)
    expect(asked.problem).toMatchObject({ code: 'price_changed', total_amount: 1000 })
  })

  test.each([
    [{}, 'items', 'required'],
    [{ items: [] }, 'items', 'too_small'],
    [{ items: [{ sku_id: 1, count: 0 }] }, 'items.0.count', 'too_small'],
    [{ items: [{ count: 1 }] }, 'items.0', 'required'],
    [{ items: [{ product_id: 2_000_000_000, count: 1 }] }, 'items.0.product_id', 'not_found'],
    [
      {
        items: [
          { sku_id: 1, count: 600 },
          { sku_id: 1, count: 600 },
        ],
      },
      'items.1.count',
      'out_of_range',
    ],
    [{ items: [{ sku_id: 1, count: 1 }], addres_id: 1 }, 'addres_id', 'unknown_field'],
  ])('%j', async (body, name, code) => {
    const { token } = await newBuyer()
    for (const reply of [await preview(token, body), await place(token, body)]) {
      expect(reply.status).toBe(400)
      expect(reply.problem.invalid_params[0]).toMatchObject({ in: 'body', name, code })
    }
  })
})

const contact = { name: '林晚', mobile: '13800001111' }

test('equals the placed order, to the fen: random baskets, addresses, stores and shipping fees', {
  timeout: 60_000,
}, async () => {
  const raised = { 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000, 'order.unpaid_pieces': 100_000 }
  await setParameters(raised)
  const { id, token } = await newBuyer()
  const second = await api('POST /v1/address', { token, body: { ...addressInput, name: '第二' } })
  const [first] = await (await database()).select().from(tables.address).where(eq(tables.address.user_id, id))
  const addresses = [undefined, first?.id, second.body.id]
  const store = await newStore()
  const deliveries = ['express' as const, 'pickup' as const]
  const { skus } = await newProduct({
    deliveries,
    skus: Array.from({ length: 25 }, (_, at) => ({
      price: randomInt(1, 10 ** randomInt(2, 9)),
      stock: at < 22 ? 1_000_000 : randomInt(0, 4),
    })),
  })
  const single = await newProduct({ deliveries, skus: [{ price: 999, stock: 1_000_000 }] })
  const counted = { placed: 0, short: 0, collected: 0 }
  const count = rounds(600)
  for (let round = 0; round < count; round++) {
    if (round % 10 === 0) await setFreight(randomInt(0, 5_000), randomInt(0, 3) * 100_000)
    const items = Array.from({ length: randomInt(1, 8) }, () => {
      const count = randomInt(1, 30)
      return randomInt(10) === 0 ? { product_id: single.id, count } : { sku_id: skus[randomInt(25)]?.id, count }
    })
    const isCollected = randomInt(3) === 0
    const address = { address_id: addresses[randomInt(3)] }
    const body = { items, ...(isCollected ? { store_id: store.id, contact } : address) }
    const asked = await preview(token, body)
    expect(asked.status).toBe(200)
    const {
      shortages,
      address_id,
      hints,
      coupons,
      refused_deals,
      undeliverable,
      freight,
      is_estimate,
      deliveries: _,
      closed: __,
      ...told
    } = asked.body
    expect([hints, coupons, refused_deals, undeliverable, is_estimate]).toEqual([[], [], [], [], false])
    expect(freight.map((one) => one.amount)).toEqual(told.items.length > 0 && !isCollected ? [told.freight_amount] : [])
    if (isCollected) expect([told.freight_amount, address_id]).toEqual([0, null])
    else expect(address_id).toBe(address.address_id ?? first?.id)
    const placed = await place(token, { ...body, expected_amount: told.total_amount })
    if (shortages.length > 0) {
      counted.short++
      expect(placed).toMatchObject({ status: 409, problem: { code: 'out_of_stock', shortages } })
      continue
    }
    counted.placed++
    if (isCollected) counted.collected++
    expect(placed.status).toBe(201)
    expect(placed.body).toMatchObject({ ...told, items: told.items.map(({ deal_pieces: _, ...item }) => item) })
    expect(placed.body.items).toHaveLength(told.items.length)
  }
  expect(Math.min(counted.placed, counted.short, counted.collected)).toBeGreaterThan(count / 60)
  expect(await stockFaults()).toEqual([])
})
