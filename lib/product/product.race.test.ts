import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { api } from '@/lib/server/testing/api'
import {
  database,
  newBuyer,
  newCategory,
  newStaff,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'
import { both, rounds } from '@/lib/server/testing/races'

let token: string
let buyers: { token: string }[]

beforeAll(async () => {
  await setParameters({
    'limit.writes_per_minute': 100_000,
    'limit.reads_per_minute': 0,
    'order.unpaid_max': 100_000,
    'order.unpaid_pieces': 100_000,
  })
  token = (await newStaff(['list', 'create', 'update', 'stock'].map((verb) => `cms.product.${verb}`))).token
  buyers = await Promise.all(Array.from({ length: 4 }, () => newBuyer()))
})

const sizes = ['S', 'M']

async function newGoods(stock: number) {
  const { id: category_id } = await newCategory()
  const body = {
    category_id,
    name: unique('杯'),
    content: '',
    images: ['/demo/a.svg'],
    status: 'on_sale',
    specs: [{ name: '尺码', values: sizes.map((name) => ({ name })) }],
    skus: sizes.map((size) => ({ values: [size], price: 100, stock })),
  }
  const { body: product } = await api('POST /cms/product', { token, body })
  return { id: product.id, skus: product.skus.map(({ id }) => id) }
}

const get = async (id: number) => (await api('GET /cms/product/{id}', { token, params: { id } })).body
const put = (id: number, body: object) => api('PUT /cms/product/{id}', { token, params: { id }, body })
const order = (buyer: { token: string }, sku_id: number, count = 1) =>
  api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id, count }] } })
const adjust = (items: object[]) => api('POST /cms/stock/adjust', { token, body: { reason: 'received', items } })

/**
 * Places an order for each of the first `count` buyers at the same time. Returns the number of orders that were placed.
 */
async function sell(sku_id: number, count: number): Promise<number> {
  const replies = await Promise.all(buyers.slice(0, count).map((buyer) => order(buyer, sku_id)))
  return replies.filter(({ status }) => status === 201).length
}

async function stockOf(id: number) {
  const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, id))
  return row
}

test('orders placed between reading and saving a product are not undone', { timeout: 120_000 }, async () => {
  const { id, skus } = await newGoods(10_000)
  const [sku_id = 0] = skus
  let sold = 0
  for (let round = 0; round < rounds(200); round++) {
    const read = await get(id)
    const form = {
      version: read.version,
      name: `杯 ${round}`,
      skus: read.skus.map((one) => ({ id: one.id, price: 100 + round })),
    }
    sold += await sell(sku_id, 1)
    const [during, saved] = await Promise.all([sell(sku_id, 2), put(id, form)])
    sold += during
    expect(saved.status).toBe(200)
    expect((await stockOf(sku_id))?.stock).toBe(10_000 - sold)
  }
  expect(sold).toBe(3 * rounds(200))
  expect(await stockFaults()).toEqual([])
})

test('of two concurrent changes, one is refused with the new version and its author', async () => {
  const { id } = await newGoods(5)
  for (let round = 1; round <= 20; round++) {
    const names = ['甲', '乙'].map((name) => `${name} ${round}`)
    const replies = await Promise.all(names.map((name) => put(id, { version: round, name })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.problem).toMatchObject({
      code: 'stale_version',
      version: round + 1,
      updated_by: expect.any(Object),
    })
    const winner = names[replies.findIndex(({ status }) => status === 200)]
    expect(await get(id)).toMatchObject({ name: winner, version: round + 1 })
  }
})

test('with concurrent adjustments, counts and orders, the ledger equals the stock and is never negative', {
  timeout: 120_000,
}, async () => {
  const { skus } = await newGoods(3)
  const [a = 0, b = 0] = skus
  let expected = 6
  for (let round = 0; round < 25; round++) {
    const present = (await stockOf(a))?.stock ?? 0
    const [orders, deltas, count] = await Promise.all([
      Promise.all(buyers.map((buyer, at) => order(buyer, at % 2 === 0 ? a : b))),
      Promise.all([
        adjust([
          { sku_id: b, delta: 2 },
          { sku_id: a, delta: -1 },
        ]),
        adjust([
          { sku_id: a, delta: 2 },
          { sku_id: b, delta: -1 },
        ]),
      ]),
      adjust([{ sku_id: a, counted: present + 1, expected: present }]),
    ])
    for (const { status } of [...orders, ...deltas, count]) expect([200, 201, 409]).toContain(status)
    expected -= orders.filter(({ status }) => status === 201).length
    expected += deltas.filter(({ status }) => status === 200).length
    expected += count.status === 200 ? 1 : 0
  }
  const rows = await (await database()).select().from(tables.stock_log).where(inArray(tables.stock_log.sku_id, skus))
  expect(Math.min(...rows.map(({ balance }) => balance))).toBeGreaterThanOrEqual(0)
  expect(rows.reduce((sum, { delta }) => sum + delta, 0)).toBe(expected)
  expect(((await stockOf(a))?.stock ?? 0) + ((await stockOf(b))?.stock ?? 0)).toBe(expected)
  expect(await stockFaults()).toEqual([])
})

test('a value that is removed and added again while customers order keeps its SKU', { timeout: 120_000 }, async () => {
  const { id, skus } = await newGoods(100)
  const [small = 0, medium = 0] = skus
  for (let round = 0; round < 15; round++) {
    const placing = Promise.all(buyers.map((buyer) => order(buyer, medium)))
    const removed = await put(id, { specs: [{ id: 1, values: [{ id: 1 }] }], skus: [{ id: small }] })
    expect(removed.status).toBe(200)
    const added = await put(id, {
      specs: [{ id: 1, values: [{ id: 1 }, { name: 'M' }] }],
      skus: [{ id: small }, { values: ['M'] }],
    })
    expect(added.body).toMatchObject({ skus: [{ id: small }, { id: medium, value_ids: [2] }] })
    for (const { status } of await placing) expect([201, 409]).toContain(status)
    const left = (await stockOf(medium))?.stock ?? 0
    expect((await adjust([{ sku_id: medium, counted: left, expected: left }])).status).toBe(200)
    await adjust([{ sku_id: medium, delta: 10 }])
  }
  expect(await stockFaults()).toEqual([])
})

test('a count alone is right whether an order, its cancellation or another count comes first', async () => {
  const [buyer] = buyers
  if (!buyer) throw new Error('no buyer')
  const count = (sku_id: number, counted: number) =>
    api('POST /cms/stock/adjust', { token, body: { reason: 'counted', items: [{ sku_id, counted }] } })
  for (let round = 0; round < rounds(100); round++) {
    const { skus } = await newGoods(10)
    const [a = 0, b = 0] = skus
    const held = await order(buyer, b, 4)
    expect(held.status).toBe(201)
    const [ordered, counted] = await both(
      round,
      () => order(buyer, a, 3),
      () => count(a, 8),
    )
    expect([ordered.status, counted.status]).toEqual([201, 200])
    const [cancelled, recounted] = await both(
      round,
      () => api('POST /v1/order/{id}/cancel', { token: buyer.token, params: { id: held.body.id } }),
      () => count(b, 6),
    )
    expect([cancelled.status, recounted.status]).toEqual([200, 200])
    const counts = await both(
      round,
      () => count(a, 5),
      () => count(a, 3),
    )
    expect(counts.map(({ status }) => status)).toEqual([200, 200])
    const db = await database()
    const rows = await db.select().from(tables.sku).where(inArray(tables.sku.id, skus)).orderBy(tables.sku.id)
    expect(rows[1]?.stock).toBe(6)
    expect([0, 2]).toContain(rows[0]?.stock)
  }
  expect(await stockFaults()).toEqual([])
})

test('taking stock is a HOT update', async () => {
  const { skus } = await newGoods(1_000)
  const { transaction } = await connection()
  const updates = 40
  const [before, after] = await transaction(async (tx) => {
    // Counts that the connection has not reported yet are included.
    const count = async () => {
      const [row] = await tx
        .select({
          all: sql<number>`pg_stat_get_xact_tuples_updated('sku'::regclass)::int`,
          hot: sql<number>`pg_stat_get_xact_tuples_hot_updated('sku'::regclass)::int`,
        })
        .from(sql`(values (1)) one`)
      return row ?? { all: 0, hot: 0 }
    }
    const first = await count()
    for (let at = 0; at < updates; at++) {
      await tx
        .update(tables.sku)
        .set({ stock: sql`stock - 1` })
        .where(eq(tables.sku.id, skus[0] ?? 0))
    }
    return [first, await count()] as const
  })
  expect(after.all - before.all).toBe(updates)
  // A page may be full once or twice, which moves the row to another page.
  expect(after.hot - before.hot).toBeGreaterThan(updates * 0.9)
})
