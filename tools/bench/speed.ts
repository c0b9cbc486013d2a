import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Options } from './bench'
import { callbacks } from './callbacks'
import type { Load, Measured } from './load'
import { isForFunctions, type Kind, type Server, startServer } from './server'
import { addTraffic, closeUnpaidOrders, createShop, renewStatistics, tokenOf, withClient } from './shop'
import { fixed, printTable, verdict } from './table'
import { bearer, get, measure, median, probe, type Target } from './target'

const bars = { startup_ms: 1_500, resident_mb: 250, p99: 2 }

/**
 * The kinds of servers to measure. `next`, the Next mount, is measured only if the build contains it:
 * `BUILT_FOR_FUNCTIONS=1 npm run build`.
 */
const kinds: Kind[] = isForFunctions() ? ['limit', 'native', 'next'] : ['limit', 'native']

/** The minimum ratios of the requests per second of a mount to those of its reference. */
interface Bars {
  /** The minimum ratio of the native mount to the bare server, in the same round. */
  native?: number
  /** The minimum ratio of the Next mount to an empty handler on the Next mount, in the same round. */
  next?: number
}

interface Scenario extends Target {
  bars: Bars
}

/** A handler that returns a constant response. Shows the cost of the mount alone. */
const emptyHandler: Scenario = {
  name: 'GET /api/health, an empty handler',
  requests: [get('/api/health')],
  status: 200,
  body: z.object({ status: z.literal('ok') }),
  connections: 32,
  bars: {},
}

interface Round extends Measured {
  rate: number
  cpu_ms: number
}

type Rounds = Record<Kind, Round[]>

/**
 * Compares the requests per second of frequently used endpoints. The reference of the native mount is a bare server
 * with the same SQL, the reference of the Next mount an empty handler on this mount. In every round of every scenario,
 * the three servers take turns.
 */
export async function speed(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_speed')
  const { customers, skus, root } = await withClient(database_url, addTraffic)
  await renewStatistics(database_url)
  const start = (kind: Kind) => startServer(kind, { name: `speed-${kind}`, database_url, folder: options.folder })

  const startups = []
  for (const _ of [1, 2, 3]) {
    const startupServer = await start('native')
    startups.push(startupServer.startup_ms)
    await startupServer.stop()
  }
  const startup_ms = median(startups)
  const servers = new Map<Kind, Server>()
  for (const kind of kinds) servers.set(kind, await start(kind))
  const serverOf = (kind: Kind) => {
    const server = servers.get(kind)
    if (!server) throw new Error(`There is no server of ${kind}.`)
    return server
  }

  // Scenarios per server, because responses contain picture URLs with the server's origin, which change the entity tag.
  const scenarios = new Map<Kind, Scenario[]>()
  for (const kind of kinds)
    scenarios.set(kind, [emptyHandler, ...(await scenariosOf(serverOf(kind).url, { customers, skus, root }))])
  const measured = (scenarios.get('native') ?? []).map(
    (scenario, at): { scenario: Scenario; at: number; rounds: Rounds } => ({
      scenario,
      at,
      rounds: { limit: [], native: [], next: [] },
    }),
  )
  const own = (kind: Kind, at: number) => scenarios.get(kind)?.[at] ?? emptyHandler
  for (const { scenario, at } of measured) {
    for (const kind of kindsOf(scenario)) await probe(serverOf(kind).url, own(kind, at))
  }
  // Round 0 warms up the compiler and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${options.rounds} …`)
    for (const { scenario, at, rounds } of measured) {
      for (const kind of kindsOf(scenario)) {
        const one = await run(load, serverOf(kind), own(kind, at), options.seconds)
        if (round > 0) rounds[kind].push(one)
      }
    }
    await closeUnpaidOrders(database_url)
  }
  await wait(10_000)
  const resident_mb = serverOf('native').residentMegabytes()
  const next_resident_mb = servers.get('next')?.residentMegabytes()
  const paying = await withClient(database_url, (client) =>
    callbacks(serverOf('native').url, client, { customers, skus }),
  )
  await Promise.all(kinds.map((kind) => serverOf(kind).stop()))

  const endpoints = measured.map(({ scenario, rounds }) => summary(scenario, rounds, measured[0]?.rounds))
  printTable(
    ['', 'bare/s', 'cpu ms', 'native/s', 'p50 ms', 'p99 ms', 'cpu ms', 'of bare', 'bar', '', 'p99 to bare', ''],
    endpoints.map(({ name, limit, native, of_limit, p99_to_limit, bars: { native: bar } }) => [
      name,
      fixed(limit.rate, 0),
      fixed(limit.cpu_ms, 3),
      fixed(native.rate, 0),
      fixed(native.p50_ms, 1),
      fixed(native.p99_ms, 1),
      fixed(native.cpu_ms, 3),
      fixed(of_limit, 2),
      bar,
      verdict(of_limit, bar, 'higher'),
      fixed(p99_to_limit, 2),
      bar && verdict(p99_to_limit, bars.p99, 'lower'),
    ]),
  )
  if (next_resident_mb === undefined) console.log('The Next mount is not built: BUILT_FOR_FUNCTIONS=1 npm run build.')
  else
    printTable(
      ['', 'Next/s', 'p50 ms', 'p99 ms', 'cpu ms', 'of its floor', 'bar', '', 'native of its floor'],
      endpoints.map(({ name, next, next_of_floor, native_of_floor, bars: { next: bar } }) => [
        name,
        fixed(next.rate, 0),
        fixed(next.p50_ms, 1),
        fixed(next.p99_ms, 1),
        fixed(next.cpu_ms, 3),
        fixed(next_of_floor, 2),
        bar,
        verdict(next_of_floor, bar, 'higher'),
        fixed(native_of_floor, 2),
      ]),
    )
  printTable(
    ['', 'value', 'bar', ''],
    [
      [
        'Start to first answer, ms',
        fixed(startup_ms, 0),
        bars.startup_ms,
        verdict(startup_ms, bars.startup_ms, 'lower'),
      ],
      [
        'Memory 10 s after the load, MB',
        fixed(resident_mb, 0),
        bars.resident_mb,
        verdict(resident_mb, bars.resident_mb, 'lower'),
      ],
      ...(next_resident_mb === undefined
        ? []
        : [['The same of the Next mount, MB', fixed(next_resident_mb, 0), undefined, '']]),
    ],
  )
  return { endpoints, startup_ms, resident_mb, next_resident_mb, bars, callbacks: paying }
}

/**
 * Returns the kinds of servers to which a scenario is sent. The bare server has no entity tags and no `/cms` interface,
 * so it is left out of scenarios that need them.
 */
const kindsOf = ({ status, name }: Scenario) =>
  status === 304 || name.includes('/cms/') ? kinds.filter((kind) => kind !== 'limit') : kinds

async function run(load: Load, server: Server, scenario: Scenario, seconds: number): Promise<Round> {
  const before = server.cpuMilliseconds()
  const measured = await measure(load, server.url, scenario, seconds)
  return {
    ...measured,
    rate: measured.requests / measured.seconds,
    cpu_ms: (server.cpuMilliseconds() - before) / measured.requests,
  }
}

function summary({ name, bars }: Scenario, rounds: Rounds, floors: Rounds | undefined) {
  const middle = (kind: Kind, value: (one: Round) => number) => median(rounds[kind].map(value))
  const figures = (kind: Kind) => ({
    rate: middle(kind, (one) => one.rate),
    p50_ms: middle(kind, (one) => one.p50_ms),
    p99_ms: middle(kind, (one) => one.p99_ms),
    cpu_ms: middle(kind, (one) => one.cpu_ms),
  })
  /**
   * Returns the median, over all rounds, of the ratio of a value in `of` to the value in `to`. The ratio is computed
   * within each round, so that other load on the machine affects both servers.
   */
  const share = (of: Round[], to: Round[] = [], value: (one: Round) => number = (one) => one.rate) =>
    median(of.flatMap((one, at) => (to[at] ? [value(one) / value(to[at])] : [])))
  return {
    name,
    bars,
    limit: figures('limit'),
    native: figures('native'),
    next: figures('next'),
    of_limit: share(rounds.native, rounds.limit),
    p99_to_limit: share(rounds.native, rounds.limit, (one) => one.p99_ms),
    native_of_floor: share(rounds.native, floors?.native),
    next_of_floor: share(rounds.next, floors?.next),
  }
}

const Card = z.object({ id: z.int(), price: z.int() })
const Node = z.object({ id: z.int(), children: z.array(z.object({ id: z.int() })) })

interface Made {
  customers: number[]
  skus: number[]
  /** The token of a root user. */
  root: string
  /** By customer. Absent: orders are placed without one. */
  coupons?: Map<number, number[]>
}

export async function scenariosOf(url: string, { customers, skus, root, coupons }: Made): Promise<Scenario[]> {
  const read = async (path: string) => (await fetch(url + path)).json()
  const categories = z
    .array(Node)
    .parse(await read('/v1/category'))
    .filter((node) => node.children.length > 0)
  const pages = categories.map(({ id }) => `/v1/product/by_category?id=${id}&size=10`)
  const Page = z.object({ items: z.array(Card), size: z.int() })
  const shelves = await Promise.all(pages.map(async (path) => Page.parse(await read(path))))
  const products = shelves.flatMap((page) => page.items.map(({ id }) => `/v1/product/${id}`))
  const unchanged = await Promise.all(
    products.map(async (path) => get(path, { 'if-none-match': (await fetch(url + path)).headers.get('etag') ?? '' })),
  )
  const connections = 32
  return [
    {
      name: 'GET /v1/product/{id}',
      requests: products.map((path) => get(path)),
      status: 200,
      body: Card.extend({ skus: z.array(z.unknown()).min(1), category: z.object({ name: z.string() }) }),
      connections,
      bars: { native: 0.6, next: 0.8 },
    },
    {
      name: 'GET /v1/product/by_category, page of 10',
      requests: pages.map((path) => get(path)),
      status: 200,
      body: z.object({ items: z.array(Card).length(10), total: z.int() }),
      connections,
      bars: { native: 0.7, next: 0.55 },
    },
    {
      name: 'GET /v1/product/{id}, unchanged (304)',
      requests: unchanged,
      status: 304,
      body: z.undefined(),
      connections,
      bars: { next: 0.8 },
    },
    {
      name: 'GET /v1/category',
      requests: [get('/v1/category')],
      status: 200,
      body: z.array(Node).min(3),
      connections,
      bars: { native: 0.6 },
    },
    {
      name: 'GET /v1/user',
      requests: customers.map((id) => get('/v1/user', bearer(tokenOf(id)))),
      status: 200,
      body: z.object({ id: z.int(), kind: z.literal('customer') }),
      connections,
      bars: { native: 0.5, next: 0.6 },
    },
    {
      name: 'GET /cms/user, page of 10',
      requests: [get('/cms/user', bearer(root))],
      status: 200,
      body: z.object({ items: z.array(z.object({ id: z.int(), groups: z.array(z.unknown()) })).length(10) }),
      connections,
      bars: { next: 0.5 },
    },
    orders(customers, skus, coupons),
  ]
}

export const orders = (customers: number[], skus: number[], coupons?: Map<number, number[]>): Scenario => ({
  name: 'POST /v1/order, two lines',
  requests: coupons
    ? [...coupons].flatMap(([id, own], at) => own.map((coupon_id) => orderOf(id, skus, at, { coupon_id })))
    : customers.map((id, at) => orderOf(id, skus, at)),
  status: 201,
  body: z.object({ status: z.literal('unpaid'), items: z.array(z.unknown()).length(2) }),
  connections: 16,
  bars: { native: 0.5, next: 0.3 },
})

/**
 * Returns a request for an order of two SKUs. Requests that follow each other have different SKUs, as have the requests
 * that connections with different start positions send at the same time.
 */
const orderOf = (customer: number, skus: number[], at: number, more: { coupon_id?: number } = {}) => ({
  method: 'POST' as const,
  path: '/v1/order',
  headers: { ...bearer(tokenOf(customer)), 'content-type': 'application/json' },
  body: JSON.stringify({
    items: [
      { sku_id: skus[(at * 37) % skus.length], count: 1 },
      { sku_id: skus[(at * 37 + 499) % skus.length], count: 2 },
    ],
    ...more,
  }),
})
