import { z } from 'zod'
import type { Options } from './bench'
import { compare } from './compare'
import { type Filled, fill, frequentTerm, ordersOfEach, rareTerm } from './fill'
import type { Load } from './load'
import { startServer } from './server'
import { createShop, tokenOf } from './shop'
import { bearer, get, type Target } from './target'

/**
 * Compares the speed of the same requests in two shops: one with a thousand products and orders, and one with
 * `options.rows` products and orders.
 */
export async function growth(postgres_url: string, load: Load, options: Options) {
  const small = await shopOf(postgres_url, 'bench_small', 1_000, options)
  const large = await shopOf(postgres_url, 'bench_large', options.rows, options)
  const compared = await compare(small, large, load, options)
  await Promise.all([small.stop(), large.stop()])
  return compared
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
  // One connection: with more connections, the server's work on other requests hides a slow statement.
  const defaults = { status: 200, connections: 1 }
  return [
    {
      ...defaults,
      name: 'GET /v1/product/{id}',
      requests: products.map((id) => get(`/v1/product/${id}`)),
      body: z.object({ id: z.int(), skus: z.array(z.unknown()).min(1) }),
      bar: 1.2,
    },
    { ...defaults, name: 'GET /v1/product/by_category', requests: page(''), body: z.object({ items }), bar: 1.2 },
    {
      ...defaults,
      name: 'GET /v1/product/by_category, -sold_count',
      requests: page('&sort=-sold_count'),
      body: z.object({ items }),
      bar: 1.2,
    },
    {
      ...defaults,
      name: 'GET /v1/order',
      requests: customers.slice(0, 500).map((id) => get('/v1/order', bearer(tokenOf(id)))),
      body: z.object({ items, total: z.literal(ordersOfEach) }),
      bar: 1.2,
    },
    {
      ...defaults,
      name: 'GET /v1/order, the last page by cursor',
      requests: await lastPages(url, customers.slice(0, 200)),
      body: z.object({ items: z.array(z.object({ id: z.int() })).min(1), next_cursor: z.null() }),
      bar: 1.2,
    },
    {
      ...defaults,
      name: `GET /v1/product/search, ${rareTerm.hits} hits`,
      requests: searchFor(rareTerm.term),
      body: z.object({ items, total: z.literal(rareTerm.hits) }),
      bar: 2.5,
    },
    {
      ...defaults,
      name: 'GET /v1/product/search, in every 80th product',
      requests: searchFor(frequentTerm),
      body: z.object({ items, total: z.int() }),
    },
  ]
}

const CursorPage = z.object({ next_cursor: z.string().nullable() })

/**
 * Returns one request for each customer: for the last page of the customer's orders, found by following the cursors.
 */
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
