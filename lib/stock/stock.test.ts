import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newBuyer, newProduct, newStaff, stockFaults, unique } from '@/lib/server/testing/factories'

let token: string

beforeAll(async () => {
  token = (await newStaff(['cms.product.stock'])).token
})

const adjust = (body: object, key?: string) =>
  api('POST /cms/stock/adjust', { token, body, ...(key && { headers: { 'idempotency-key': key } }) })

async function stockOf(sku_id: number) {
  const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, sku_id))
  return row?.stock
}

const newSku = async (stock: number) => (await newProduct({ skus: [{ stock }] })).skus[0]?.id ?? 0

test('adds pieces, takes pieces off and sets counts, each with an entry in the ledger', async () => {
  const [a, b] = [await newSku(10), await newSku(20)]
  const items = [
    { sku_id: b, delta: -3 },
    { sku_id: a, counted: 12, expected: 10 },
  ]
  const reply = await adjust({ reason: 'counted', note: '月底盘点', items })
  expect(reply).toMatchObject({
    status: 200,
    body: [
      { sku_id: b, balance: 17 },
      { sku_id: a, balance: 12 },
    ],
  })
  const db = await database()
  const rows = await db
    .select()
    .from(tables.stock_log)
    .where(eq(tables.stock_log.sku_id, a))
    .orderBy(tables.stock_log.id)
  expect(rows.at(-1)).toMatchObject({ reason: 'counted', note: '月底盘点', delta: 2, balance: 12 })
  const [logged] = await db.select().from(tables.oper_log).where(eq(tables.oper_log.target_type, 'stock'))
  expect(logged?.after).toMatchObject({ reason: 'counted', items: [{ sku_id: b, delta: -3, balance: 17 }, {}] })
  expect(await stockFaults()).toEqual([])
})

test('a request with a known Idempotency-Key gets the first response, and adjusts nothing', async () => {
  const sku_id = await newSku(10)
  const body = { reason: 'received', items: [{ sku_id, delta: 5 }] }
  const key = unique('adjust-')
  const [first, second] = [await adjust(body, key), await adjust(body, key)]
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect([first.body, second.body, await stockOf(sku_id)]).toEqual([
    [{ sku_id, balance: 15 }],
    [{ sku_id, balance: 15 }],
    15,
  ])
})

test('changes nothing if the stock of one SKU differs from expected', async () => {
  const [a, b] = [await newSku(10), await newSku(20)]
  const items = [
    { sku_id: a, delta: 5 },
    { sku_id: b, counted: 20, expected: 19 },
  ]
  expect(await adjust({ reason: 'counted', items })).toMatchObject({
    status: 409,
    problem: { code: 'stale_stock', items: [{ sku_id: b, expected: 19, present: 20 }] },
  })
  expect(await stockOf(a)).toBe(10)
})

test('refuses a negative stock, and changes nothing', async () => {
  const [a, b] = [await newSku(10), await newSku(2)]
  const items = [
    { sku_id: a, delta: 5 },
    { sku_id: b, delta: -3 },
  ]
  expect(await adjust({ reason: 'damaged', items })).toMatchObject({
    status: 409,
    problem: { code: 'out_of_stock', shortages: [{ sku_id: b, requested: 3, available: 2 }] },
  })
  expect([await stockOf(a), await stockOf(b)]).toEqual([10, 2])
})

test('a SKU that is unknown, withdrawn, given twice or without a count is refused at its field', async () => {
  const sku_id = await newSku(10)
  const withdrawn = (await newProduct({ skus: [{ deleted_at: new Date() }] })).skus[0]?.id
  const faultsOf = async (items: object[], reason = 'lost') =>
    (await adjust({ reason, items })).problem.invalid_params.map(({ name, code }) => `${name} ${code}`)
  expect(await faultsOf([{ sku_id: 2_000_000_000, delta: 1 }])).toEqual(['items.0.sku_id not_found'])
  expect(await faultsOf([{ sku_id: withdrawn, delta: 1 }])).toEqual(['items.0.sku_id not_found'])
  expect(
    await faultsOf([
      { sku_id, delta: 1 },
      { sku_id, delta: 1 },
    ]),
  ).toEqual(['items.1.sku_id duplicate'])
  expect(await faultsOf([{ sku_id }])).toEqual(['items.0.delta ambiguous'])
  expect(await faultsOf([{ sku_id, delta: 1, counted: 1, expected: 1 }])).toEqual(['items.0.delta ambiguous'])
  expect(await faultsOf([{ sku_id, delta: 1, expected: 1 }])).toEqual(['items.0.expected not_allowed'])
  expect(await faultsOf([{ sku_id, counted: 1 }])).toEqual(['reason not_allowed'])
  expect(await faultsOf([{ sku_id, delta: 1_000_000_000 }])).toEqual(['items.0.delta out_of_range'])
  expect(await faultsOf([])).toEqual(['items too_small'])
  expect(await faultsOf([{ sku_id, delta: 1 }], 'order_placed')).toEqual(['reason invalid_value'])
  expect(await stockOf(sku_id)).toBe(10)
})

/** Holds `count` pieces in an unpaid order. */
async function hold(sku_id: number, count: number) {
  const { token: buyer } = await newBuyer()
  const { status } = await api('POST /v1/order', { token: buyer, body: { items: [{ sku_id, count }] } })
  expect(status).toBe(201)
}

test('a count alone includes the pieces of unpaid orders, whatever the stock is now', async () => {
  const sku_id = await newSku(10)
  await hold(sku_id, 3)
  const reply = await adjust({ reason: 'counted', items: [{ sku_id, counted: 12 }] })
  expect(reply).toMatchObject({ status: 200, body: [{ sku_id, balance: 9 }] })
  const rows = await (await database())
    .select()
    .from(tables.stock_log)
    .where(eq(tables.stock_log.sku_id, sku_id))
    .orderBy(tables.stock_log.id)
  expect(rows.at(-1)).toMatchObject({ reason: 'counted', delta: 2, balance: 9 })
  expect(await stockFaults()).toEqual([])
})

test('a count below what unpaid orders hold is refused, and changes nothing', async () => {
  const [held, free] = [await newSku(10), await newSku(10)]
  await hold(held, 3)
  const items = [
    { sku_id: free, counted: 1 },
    { sku_id: held, counted: 2 },
  ]
  expect(await adjust({ reason: 'counted', items })).toMatchObject({
    status: 409,
    problem: { code: 'out_of_stock', shortages: [{ sku_id: held, requested: 3, available: 2 }] },
  })
  expect([await stockOf(free), await stockOf(held)]).toEqual([10, 7])
  const least = await adjust({ reason: 'counted', items: [{ sku_id: held, counted: 3 }] })
  expect(least.body).toEqual([{ sku_id: held, balance: 0 }])
})

test('with each, every line is adjusted or has its problem', async () => {
  const [held, stale, short, good] = [await newSku(10), await newSku(10), await newSku(10), await newSku(10)]
  await hold(held, 3)
  const items = [
    { sku_id: held, counted: 2 },
    { sku_id: stale, counted: 4, expected: 9 },
    { sku_id: short, delta: -11 },
    { sku_id: good, counted: 4 },
  ]
  const reply = await adjust({ reason: 'counted', each: true, items })
  expect(reply.body).toEqual([
    { sku_id: held, balance: 7, problem: expect.objectContaining({ code: 'out_of_stock', status: 409 }) },
    { sku_id: stale, balance: 10, problem: expect.objectContaining({ code: 'stale_stock' }) },
    { sku_id: short, balance: 10, problem: expect.objectContaining({ code: 'out_of_stock' }) },
    { sku_id: good, balance: 4 },
  ])
  expect(await Promise.all(items.map(({ sku_id }) => stockOf(sku_id)))).toEqual([7, 10, 10, 4])
  expect(await stockFaults()).toEqual([])
  const none = await adjust({ reason: 'counted', each: true, items: items.slice(0, 3) })
  expect(none.body.map(({ problem }) => problem?.status)).toEqual([409, 409, 409])
  const strange = [
    { sku_no: 'NONE', counted: 1 },
    { sku_id: 2_000_000_000, counted: 1 },
    { sku_id: good, counted: 5 },
  ]
  const notFound = { balance: null, problem: expect.objectContaining({ code: 'not_found', status: 404 }) }
  expect((await adjust({ reason: 'counted', each: true, items: strange })).body).toEqual([
    { sku_id: null, sku_no: 'NONE', ...notFound },
    { sku_id: 2_000_000_000, ...notFound },
    { sku_id: good, balance: 5 },
  ])
  expect((await adjust({ reason: 'counted', items: strange })).problem.invalid_params).toMatchObject([
    { name: 'items.0.sku_no', code: 'not_found' },
  ])
})
