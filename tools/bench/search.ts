import { z } from 'zod'
import type { Options } from './bench'
import { fillProducts, frequentTerm, rareTerm } from './fill'
import type { Load } from './load'
import { observePlans } from './plans'
import { startServer } from './server'
import { createShop } from './shop'
import { fixed, printTable, verdict } from './table'
import { get, median } from './target'

const runs = 21

interface Search {
  name: string
  /** The words are those of `fill`. */
  query: { q: string; page?: string; sort?: string }
  /** Milliseconds in the database. */
  bar?: number
}

const searches: Search[] = [
  { name: 'in every 10th product, not in names', query: { q: '雨天' }, bar: 20 },
  { name: 'the same, page 2', query: { q: '雨天', page: '2' }, bar: 20 },
  { name: 'the same, page 100', query: { q: '雨天', page: '100' } },
  { name: 'the same, by price', query: { q: '雨天', sort: 'price' }, bar: 20 },
  { name: 'in every 20th product, three characters', query: { q: '景德镇' } },
  { name: 'in every 25th name', query: { q: '手作' }, bar: 20 },
  { name: 'in every 80th name', query: { q: frequentTerm }, bar: 20 },
  { name: 'two, each in every 10th', query: { q: '雨天 少糖' }, bar: 60 },
  { name: 'the same, page 2', query: { q: '雨天 少糖', page: '2' }, bar: 60 },
  { name: 'two, in every 10th and every 80th', query: { q: `${frequentTerm} 雨天` }, bar: 60 },
  { name: 'two frequent ones, never together', query: { q: `${frequentTerm} 茶壶` }, bar: 60 },
  { name: `${rareTerm.hits} hits`, query: { q: rareTerm.term } },
  { name: 'no hit', query: { q: '无此物' } },
  { name: 'in every product', query: { q: '，' } },
]

const suggestions: Search[] = [
  { name: 'suggestions, in every 25th name', query: { q: '手作' }, bar: 20 },
  { name: `suggestions, ${rareTerm.hits} hits`, query: { q: rareTerm.term } },
  { name: 'suggestions, no hit', query: { q: '无此物' } },
]

/** Measures searches among a million products, one request at a time. The limits are absolute, for the database alone. */
export async function search(postgres_url: string, _load: Load, { rows, folder }: Options) {
  console.log(`Filling a shop with ${rows.toLocaleString('en')} products …`)
  const database_url = await createShop(postgres_url, 'bench_search')
  await fillProducts(database_url, rows)
  const server = await startServer('native', { name: 'bench_search', database_url, folder })
  const requests = [
    ...searches.map((one) => ({ ...one, path: '/v1/product/search' })),
    ...suggestions.map((one) => ({ ...one, path: '/v1/product/suggest' })),
  ].map(({ path, query, ...one }) => ({
    ...one,
    path: `${path}?${new URLSearchParams(query)}`,
    times: [] as number[],
  }))
  // Round 0 warms up caches and is not counted. In turn, so that a busy moment of the machine does not hit one search only.
  for (let round = 0; round <= runs; round++) {
    for (const { path, times } of requests) {
      const milliseconds = await timed(server.url + path)
      if (round > 0) times.push(milliseconds)
    }
  }
  const observed = await observePlans(
    database_url,
    server.url,
    requests.map(({ path }) => ({ name: path, requests: [get(path)], status: 200, body: Answer, connections: 1 })),
  )
  await server.stop()
  if (!observed) throw new Error('this database does not say what its statements take (auto_explain)')
  const results = requests.map(({ name, path, bar, times }) => {
    const database_ms = observed.get(path)?.database_ms ?? Number.NaN
    return { name, bar, least_ms: Math.min(...times), ms: median(times), database_ms }
  })
  printTable(
    ['', 'least ms', 'median ms', 'in the database', 'bar', ''],
    results.map(({ name, least_ms, ms, database_ms, bar }) => [
      name,
      fixed(least_ms, 1),
      fixed(ms, 1),
      fixed(database_ms, 1),
      bar,
      verdict(database_ms, bar, 'lower'),
    ]),
  )
  return results
}

const Answer = z.union([z.object({ items: z.array(z.unknown()) }), z.array(z.string())])

/** How long a search takes, in milliseconds; the whole request. */
async function timed(url: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(url)
  const body = await response.json()
  const milliseconds = performance.now() - began
  Answer.parse(body)
  return milliseconds
}
