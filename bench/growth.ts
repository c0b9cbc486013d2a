import { z } from 'zod'
import type { Options } from './bench'
import { type Filled, fill, frequent, ordersOfEach, rare } from './fill'
import type { Load } from './load'
import { observePlans } from './plans'
import { startServer } from './server'
import { createShop, tokenOf } from './shop'
import { fixed, printTable, verdict } from './table'
import { bearer, get, measure, median, probe, type Target } from './target'

interface Pair {
  small: Target
  large: Target
  rounds: { small_ms: number; large_ms: number }[]
}

/** How the same requests fare in a shop of a thousand products and orders, and in one of a million. */
export async function growth(postgres_url: string, load: Load, options: Options) {
  const small = await shopOf(postgres_url, 'bench_small', 1_000, options)
  const large = await shopOf(postgres_url, 'bench_large', options.rows, options)
  const pairs = large.targets.map(
    (target, at): Pair => ({ small: small.targets[at] ?? target, large: target, rounds: [] }),
  )

  for (const shop of [small, large]) for (const target of shop.targets) await probe(shop.url, target)
  // Round 0 is for compilers and caches: it does not count.
  for (let round = 0; round <= options.rounds; round++) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${options.rounds} …`)
    for (const pair of pairs) {
      const small_ms = (await measure(load, small.url, pair.small, options.seconds / 2)).mean_ms
      const large_ms = (await measure(load, large.url, pair.large, options.seconds / 2)).mean_ms
      if (round > 0) pair.rounds.push({ small_ms, large_ms })
    }
  }
  const plans = await observePlans(large.database_url, large.url, large.targets)
  await Promise.all([small.stop(), large.stop()])

  const endpoints = pairs.map(({ large: { name, bar }, rounds }) => ({
    name,
    small_ms: median(rounds.map((one) => one.small_ms)),
    large_ms: median(rounds.map((one) => one.large_ms)),
    factor: median(rounds.map((one) => one.large_ms / one.small_ms)),
    bar,
    ...plans?.get(name),
  }))
  printTable(
    ['', '1,000 ms', `${options.rows.toLocaleString('en')} ms`, 'factor', 'bar', '', 'database ms'],
    endpoints.map((one) => [
      one.name,
      fixed(one.small_ms, 2),
      fixed(one.large_ms, 2),
      fixed(one.factor, 2),
      one.bar,
      verdict(one.factor, one.bar, 'lower'),
      one.database_ms === undefined ? 'n/a' : fixed(one.database_ms, 2),
    ]),
  )
  for (const { name, scans = [] } of endpoints) for (const scan of scans) console.log(`  ${name} reads much: ${scan}`)
  if (!plans) console.log('No plans were observed: this PostgreSQL has no auto_explain, or keeps its log elsewhere.')
  return { small_rows: 1_000, large_rows: options.rows, endpoints }
}

async function shopOf(postgres_url: string, name: string, rows: number, { folder }: Options) {
  console.log(`Filling a shop with ${rows.toLocaleString('en')} products and orders …`)
  const database_url = await createShop(postgres_url, name)
  const filled = await fill(database_url, rows)
  const server = await startServer('native', { name, database_url, folder })
  return { ...server, database_url, targets: await targetsOf(server.url, filled) }
}

const Node = z.object({ id: z.int(), children: z.array(z.unknown()) })
const items = z.array(z.object({ id: z.int() })).length(10)

async function targetsOf(url: string, { customers, products }: Filled): Promise<Target[]> {
  const tree = z.array(Node).parse(await (await fetch(`${url}/v1/category`)).json())
  const categories = tree.filter((node) => node.children.length > 0)
  const page = (path: string) => categories.map(({ id }) => get(`/v1/product/by_category?id=${id}${path}`))
  const searchFor = (q: string) => [get(`/v1/product/search?q=${encodeURIComponent(q)}`)]
  // One at a time: with more, a slow statement hides behind the work of the server on other requests.
  const usual = { status: 200, connections: 1 }
  return [
    {
      ...usual,
      name: 'GET /v1/product/{id}',
      requests: products.map((id) => get(`/v1/product/${id}`)),
      body: z.object({ id: z.int(), skus: z.array(z.unknown()).min(1) }),
      bar: 1.2,
    },
    { ...usual, name: 'GET /v1/product/by_category', requests: page(''), body: z.object({ items }), bar: 1.2 },
    {
      ...usual,
      name: 'GET /v1/product/by_category, -sold_count',
      requests: page('&sort=-sold_count'),
      body: z.object({ items }),
      bar: 1.2,
    },
    {
      ...usual,
      name: 'GET /v1/order',
      requests: customers.slice(0, 500).map((id) => get('/v1/order', bearer(tokenOf(id)))),
      body: z.object({ items, total: z.literal(ordersOfEach) }),
      bar: 1.2,
    },
    {
      ...usual,
      name: 'GET /v1/order, the last page by cursor',
      requests: await lastPages(url, customers.slice(0, 200)),
      body: z.object({ items: z.array(z.object({ id: z.int() })).min(1), next_cursor: z.null() }),
      bar: 1.2,
    },
    {
      ...usual,
      name: `GET /v1/product/search, ${rare.hits} hits`,
      requests: searchFor(rare.term),
      body: z.object({ items, total: z.literal(rare.hits) }),
      bar: 2.5,
    },
    {
      ...usual,
      name: 'GET /v1/product/search, in every 80th product',
      requests: searchFor(frequent),
      body: z.object({ items, total: z.int() }),
    },
  ]
}

const CursorPage = z.object({ next_cursor: z.string().nullable() })

/** Each customer's last page, by the cursors that lead there. */
async function lastPages(url: string, customers: number[]) {
  const pages = []
  for (const customer of customers) {
    const headers = bearer(tokenOf(customer))
    let path = '/v1/order'
    for (;;) {
      const { next_cursor } = CursorPage.parse(await (await fetch(url + path, { headers })).json())
      if (next_cursor === null) break
      path = `/v1/order?cursor=${next_cursor}`
    }
    pages.push(get(path, headers))
  }
  return pages
}
