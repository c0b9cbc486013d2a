import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '@/db/connection/client'
import { createDatabase } from '@/db/testing/postgres'
import { type DatabaseProxy, startProxy } from '@/db/testing/proxy'
import { closeDatabase, setConnection } from '@/lib/kit/database'
import { send } from '@/lib/server/testing/api'
import { unique } from '@/lib/server/testing/factories'
import { costOf, loggedPlans, reporting } from '@/tools/bench/plans'
import { addPromotions, addTraffic, raiseLimits, renewStatistics, tokenOf, withClient } from '@/tools/bench/shop'
import { type StatementLog, startStatementLog } from '@/tools/bench/statement-log'

/* What the hottest requests cost, whatever the machine. A number that grows needs a reason beside it. */

interface Cost {
  statements: number
  round_trips: number
  rows: number
  buffers: number
}

/** Statements and round trips exactly; table rows that are read, and blocks of 8 KB, at most. */
type Pin = [statements: number, round_trips: number, rows: number, buffers: number]

interface Hot {
  name: string
  /** Sends the request of a customer. */
  run: (customer: number, at: number) => ReturnType<typeof send>
  plain: Pin
  /** While promotions and deals run. */
  promoted: Pin
}

/** PostgreSQL plans a statement five times before it may use one generic plan. */
const warmUp = 8

const given = inject('database')
let proxy: DatabaseProxy
let url: string
let made: Awaited<ReturnType<typeof addTraffic>>
let category: number
const product = 7

beforeAll(async () => {
  if (given.driver === 'pglite') throw new Error('Race tests run on PostgreSQL.')
  url = await createDatabase(given.direct, unique('hot_'), given.template)
  await withClient(url, async (client) => {
    await raiseLimits(client)
    made = await addTraffic(client)
    const { rows } = await client.query<{ category_id: number }>('select category_id from product limit 1')
    category = rows[0]?.category_id ?? 0
  })
  await renewStatistics(url)
  proxy = await startProxy(url)
  await closeDatabase()
  setConnection(await connect({ url: proxy.url, data_dir: '' }))
})
afterAll(() => proxy?.stop())

const lineOf = (at: number) => ({ sku_id: made.skus[(at * 37) % made.skus.length], count: 1 })
const items = (at: number) => [lineOf(at), lineOf(at + 499)]
const as = (customer: number) => ({ token: tokenOf(customer) })
const read = (path: () => string) => (customer: number) => send('GET', path(), as(customer))
const post = (path: string, bodyOf: (at: number) => object) => (customer: number, at: number) =>
  send('POST', path, { ...as(customer), body: bodyOf(at) })

const hot: Hot[] = [
  { name: 'GET /v1/home', run: read(() => '/v1/home'), plain: [1, 1, 24, 40], promoted: [1, 1, 45, 70] },
  { name: 'GET /v1/category', run: read(() => '/v1/category'), plain: [1, 1, 1, 1], promoted: [1, 1, 1, 1] },
  {
    name: 'GET /v1/product/by_category',
    run: read(() => `/v1/product/by_category?id=${category}`),
    // A category is counted up to 1,000 products, in an index.
    plain: [1, 1, 1_025, 46],
    // The promotions, their deals and the SKUs of these.
    promoted: [1, 1, 1_045, 56],
  },
  {
    name: 'GET /v1/product/{id}',
    run: read(() => `/v1/product/${product}`),
    plain: [1, 1, 3, 8],
    promoted: [1, 1, 6, 11],
  },
  // All identities are read, because few rows are faster to scan than to look up.
  { name: 'GET /v1/user', run: read(() => '/v1/user'), plain: [2, 2, 110, 13], promoted: [2, 2, 110, 13] },
  { name: 'GET /v1/cart', run: read(() => '/v1/cart'), plain: [2, 2, 4, 8], promoted: [2, 2, 20, 12] },
  { name: 'GET /v1/order', run: read(() => '/v1/order'), plain: [3, 3, 4, 8], promoted: [3, 3, 40, 12] },
  { name: 'POST /v1/cart', run: post('/v1/cart', lineOf), plain: [5, 5, 24, 40], promoted: [5, 5, 45, 46] },
  {
    name: 'POST /v1/order/preview',
    run: post('/v1/order/preview', (at) => ({ items: items(at) })),
    plain: [2, 2, 120, 34],
    // Each promotion, the customer's coupons, and the deals of the lines.
    promoted: [2, 2, 190, 50],
  },
  {
    name: 'POST /v1/order',
    run: post('/v1/order', (at) => ({ items: items(at) })),
    // The caller; lock, read; write with the commit.
    plain: [5, 3, 260, 95],
    // The discounts and their shares are rows.
    promoted: [5, 3, 330, 110],
  },
]

/** Of one request: the median of some, since a request may also open a connection or read the settings. */
async function costOfRequest({ name, run }: Hot, from: number, during: StatementLog): Promise<Cost> {
  const customerOf = (at: number) => made.customers[at % made.customers.length] ?? 0
  for (let at = from; at < from + warmUp; at++) {
    const { status, text } = await run(customerOf(at), at)
    if (status >= 300) throw new Error(`${name}: ${text}`)
  }
  const costs: Cost[] = []
  for (let at = from + warmUp; at < from + warmUp + 5; at++) {
    const before = proxy.roundTrips()
    const log = loggedPlans(await during(() => run(customerOf(at), at)))
    const round_trips = proxy.roundTrips() - before
    const sums = log.map(({ plan }) => costOf(plan))
    costs.push({
      statements: log.length,
      round_trips,
      rows: sums.reduce((sum, { rows }) => sum + rows, 0),
      buffers: sums.reduce((sum, { buffers }) => sum + buffers, 0),
    })
  }
  const middle = (key: keyof Cost) => costs.map((cost) => cost[key]).sort((a, b) => a - b)[2] ?? 0
  return {
    statements: middle('statements'),
    round_trips: middle('round_trips'),
    rows: middle('rows'),
    buffers: middle('buffers'),
  }
}

/** The requests that cost more than pinned. */
async function faultsOf(kind: 'plain' | 'promoted', from: number, during: StatementLog): Promise<string[]> {
  const faults: string[] = []
  for (const one of hot) {
    const { statements, round_trips, rows, buffers } = await costOfRequest(one, from, during)
    const [expected, trips, mostRows, mostBuffers] = one[kind]
    if (statements !== expected || round_trips !== trips || rows > mostRows || buffers > mostBuffers)
      faults.push(`${kind} ${one.name}: [${[statements, round_trips, rows, buffers]}] instead of [${one[kind]}]`)
  }
  return faults
}

test('the hottest requests cost what is pinned, without and with promotions', async () => {
  await withClient(url, async (client) => {
    const during = await startStatementLog(client, reporting)
    if (!during) throw new Error('The test reads the log of the database server.')
    const plain = await faultsOf('plain', 0, during)
    await addPromotions(client, made.customers)
    await renewStatistics(url)
    expect([...plain, ...(await faultsOf('promoted', 100, during))]).toEqual([])
  })
})

/** The index by which each list of changes is read. */
const changes: [path: string, index: string][] = [
  ['/cms/order', 'order_updated'],
  ['/cms/order?tab=unpaid', 'order_updated'],
  ['/cms/product', 'product_updated'],
  ['/cms/customer', 'user_customer_updated'],
  ['/cms/after_sale', 'after_sale_updated'],
  ['/cms/sku', 'stock_log_created'],
]

/** 20,000 orders with a line and a return request, and as many changes of stock. */
const manyRows = [
  `insert into "order" (order_no, user_id, items_amount, total_amount, receiver, expires_at)
  select 'CHANGED' || n, u.id, 100, 100, '{"name": "王小明", "mobile": "13800001234", "province": "", "city": "", "district": "", "detail": "", "postal_code": null}',
    now() + interval '1 day'
  from (select min(id) as id from "user" where kind = 'customer') u, generate_series(1, 20000) n`,
  `insert into order_item (order_id, product_id, sku_id, name, spec_text, price, count, amount)
  select o.id, s.product_id, s.id, '', '', 100, 1, 100 from "order" o, (select * from sku limit 1) s where o.order_no like 'CHANGED%'`,
  `insert into after_sale (no, order_id, user_id, kind, status, reason_code, requested_amount, decide_by)
  select order_no, id, user_id, 'refund', 'requested', 'other', 100, now() from "order" where order_no like 'CHANGED%'`,
  `insert into after_sale_item (after_sale_id, order_item_id, count, amount)
  select c.id, i.id, 1, 100 from after_sale c join order_item i on i.order_id = c.order_id`,
  `insert into stock_log (sku_id, delta, balance, reason, created_at)
  select id, 0, stock, 'received', now() - id % 1000 * interval '1 minute' from sku, generate_series(1, 20)`,
]

test('lists of changes are read by an index', async () => {
  await withClient(url, async (client) => {
    for (const statement of manyRows) await client.query(statement)
    for (const table of ['order', 'product', 'user', 'after_sale', 'sku'])
      await client.query(`update "${table}" set updated_at = now() - (id % 1000 + 1) * interval '1 minute'`)
    await renewStatistics(url)
    const during = await startStatementLog(client, reporting)
    if (!during) throw new Error('The test reads the log of the database server.')
    const query = { sort: 'updated_at', updated_from: new Date(Date.now() - 20 * 60_000).toISOString() }
    for (const [path, index] of changes) {
      const run = async () => {
        const separator = path.includes('?') ? '&' : '?'
        const reply = await send('GET', `${path}${separator}${new URLSearchParams(query)}`, { token: made.root })
        expect(reply, path).toMatchObject({ status: 200, body: { next_cursor: expect.any(String) } })
      }
      for (let at = 0; at < warmUp; at++) await run()
      expect(await during(run), path).toContain(`"Index Name": "${index}"`)
    }
  })
})
