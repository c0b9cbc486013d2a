import { z } from 'zod'
import type { Options } from './bench'
import type { Load } from './load'
import { startServer } from './server'
import { addTraffic, createShop, renewStatistics, tokenOf, withClient } from './shop'
import { startStatementLog } from './statement-log'
import { fixed, printTable, verdict } from './table'
import { bearer, get, measure, median } from './target'

const bars = { bytes_of_home: 6 * 1024, times: 2, statements: 3 }

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
  /** What it is answered; 200 by default. */
  status?: number
}

interface Screen {
  name: string
  /** What a client of single resources would call. */
  apart: Call[]
  /** What it calls now. */
  together: Call[]
}

/**
 * What the screens of a mini-program cost: calls and compressed bytes, by single resources and by the endpoints made for
 * them, and how many times as many home screens a server answers so.
 */
export async function screens(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_screens')
  const { customers, skus } = await withClient(database_url, addTraffic)
  await renewStatistics(database_url)
  const server = await startServer('native', { name: 'screens', database_url, folder: options.folder })
  const all = screensOf(tokenOf(customers[0] ?? 0), skus)
  const cart = all.find(({ name }) => name === 'Cart')
  for (const call of cart?.apart ?? []) await answerOf(server.url, { ...call, ...added(call) })

  const rows = []
  for (const { name, apart, together } of all) {
    rows.push({ name, before: await sizeOf(server.url, apart), after: await sizeOf(server.url, together) })
  }
  const home = get('/v1/home', { 'accept-encoding': 'gzip' })
  const { etag } = await answerOf(server.url, home)
  const repeated = await answerOf(server.url, {
    ...home,
    headers: { ...home.headers, 'if-none-match': etag },
    status: 304,
  })

  const apart = { ...homeTarget, requests: homeCalls.map((path) => get(path)) }
  const together = { ...homeTarget, requests: [get('/v1/home')] }
  const ratios: number[] = []
  for (let round = 0; round <= options.rounds; round++) {
    const before = await measure(load, server.url, apart, options.seconds)
    const after = await measure(load, server.url, together, options.seconds)
    const screensBefore = before.requests / before.seconds / homeCalls.length
    // Round 0 is for compilers and caches: it does not count.
    if (round > 0) ratios.push(after.requests / after.seconds / screensBefore)
  }
  const statements = await withClient(database_url, async (client) => {
    const during = await startStatementLog(client, { log_statement: 'all' })
    const ask = () => answerOf(server.url, home)
    await ask()
    const logs = []
    for (let sample = 0; during && sample < 5; sample++) logs.push(await during(ask))
    return median(logs.map((text) => text.match(/ LOG: {2}(?:statement|execute \S+): /g)?.length ?? 0))
  })
  await server.stop()

  printTable(
    ['', 'calls before', 'bytes', 'calls now', 'bytes'],
    rows.map(({ name, before, after }) => [name, before.calls, before.bytes, after.calls, after.bytes]),
  )
  const bytes = rows.find(({ name }) => name === 'Home')?.after.bytes ?? Number.NaN
  const times = median(ratios)
  printTable(
    ['', 'value', 'bar', ''],
    [
      ['Bytes of home', bytes, bars.bytes_of_home, verdict(bytes, bars.bytes_of_home, 'lower')],
      ['Bytes of the body of a repeated home', repeated.bytes, 0, verdict(repeated.bytes, 0, 'lower')],
      ['Home screens, to those by single calls', fixed(times, 2), bars.times, verdict(times, bars.times, 'higher')],
      ['Statements of home', statements, bars.statements, verdict(statements, bars.statements, 'lower')],
    ],
  )
  return { screens: rows, repeated: repeated.bytes, times, statements, bars }
}

const homeCalls = ['/v1/banner', '/v1/theme', '/v1/category', '/v1/product/recent', '/v1/notice']

const homeTarget = { name: 'Home', status: 200, body: z.unknown(), connections: 32 }

function screensOf(token: string, skus: number[]): Screen[] {
  const headers = { ...bearer(token), 'accept-encoding': 'gzip', 'content-type': 'application/json' }
  const read = (path: string): Call => ({ method: 'GET', path, headers })
  const items = skus.slice(0, 3).map((sku_id) => ({ sku_id, count: 1 }))
  const write = (path: string, body: object): Call => ({ method: 'POST', path, headers, body: JSON.stringify(body) })
  return [
    { name: 'Home', apart: homeCalls.map(read), together: [read('/v1/home')] },
    {
      name: 'Category',
      apart: [read('/v1/category'), read('/v1/product/by_category?id=1')],
      together: [read('/v1/catalog')],
    },
    {
      name: 'Profile',
      apart: [
        read('/v1/user'),
        ...['unpaid', 'paid', 'shipped', 'completed'].map((status) => read(`/v1/order?size=1&status=${status}`)),
      ],
      together: [read('/v1/user?counts=true')],
    },
    {
      name: 'Cart',
      apart: [1, 2, 3].map((id) => read(`/v1/product/${id}`)),
      together: [read('/v1/cart')],
    },
    {
      name: 'Checkout',
      apart: [{ ...write('/v1/order', { items, expected_amount: 1 }), status: 409 }, read('/v1/address')],
      together: [write('/v1/order/preview', { items })],
    },
    {
      name: 'Orders',
      apart: ['', 'unpaid', 'paid', 'shipped', 'completed'].map((status) =>
        read(status ? `/v1/order?size=1&status=${status}` : '/v1/order'),
      ),
      together: [read('/v1/order?counts=true')],
    },
  ]
}

/** The call that puts into the cart what another one reads: the SKU of the same number. */
const added = ({ path }: Call) => ({
  method: 'POST' as const,
  path: '/v1/cart',
  body: JSON.stringify({ sku_id: Number(path.split('/').at(-1)), count: 1 }),
})

async function sizeOf(url: string, calls: Call[]): Promise<{ calls: number; bytes: number }> {
  let bytes = 0
  for (const call of calls) bytes += (await answerOf(url, call)).bytes
  return { calls: calls.length, bytes }
}

/** The compressed size of an answer's body, and its entity tag. Throws for another status than the expected one. */
async function answerOf(url: string, { path, status = 200, ...init }: Call): Promise<{ bytes: number; etag: string }> {
  const answer = await fetch(url + path, init)
  const text = await answer.text()
  if (answer.status !== status)
    throw new Error(`${init.method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
  const bytes = text === '' ? 0 : Number(answer.headers.get('content-length'))
  return { bytes, etag: answer.headers.get('etag') ?? '' }
}
