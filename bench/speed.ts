import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Options } from './bench'
import { callbacks } from './callbacks'
import type { Load, Measured } from './load'
import { startServer } from './server'
import { addCustomers, addRoot, addStaff, addStock, createShop, tokenOf, withClient } from './shop'
import { fixed, printTable, verdict } from './table'
import { bearer, get, measure, median, probe, type Target } from './target'

const bars = { startup_ms: 1_500, resident_mb: 350 }

/** A handler of the same build that answers a constant: what Node and Next cost before any of ours runs. */
const floor: Target = {
  name: 'GET /api/health (the floor)',
  requests: [get('/api/health')],
  status: 200,
  body: z.object({ status: z.literal('ok') }),
  connections: 32,
}

interface Round extends Measured {
  ratio: number
  cpu_ms: number
}

/** Requests per second of the hot endpoints, each as a share of what an empty handler reached in the same round. */
export async function speed(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_speed')
  const { customers, skus, root } = await withClient(database_url, async (client) => {
    const made = {
      customers: await addCustomers(client, 2_000),
      skus: await addStock(client, 1_000),
      root: await addRoot(client),
    }
    await addStaff(client, 100)
    await client.query('vacuum analyze')
    return made
  })

  const startups = []
  for (const _ of [1, 2]) {
    const once = await startServer('speed', database_url, options.folder)
    startups.push(once.startup_ms)
    await once.stop()
  }
  const server = await startServer('speed', database_url, options.folder)
  const startup_ms = median([...startups, server.startup_ms])

  const targets = [floor, ...(await targetsOf(server.url, { customers, skus, root }))]
  for (const target of targets) await probe(server.url, target)
  const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]))
  // Round 0 is for the compiler: it does not count.
  for (let round = 0; round <= options.rounds; round++) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${options.rounds} …`)
    let most = Number.NaN
    for (const [target, kept] of rounds) {
      const before = server.cpuMilliseconds()
      const measured = await measure(load, server.url, target, options.seconds)
      const rate = measured.requests / measured.seconds
      if (target === floor) most = rate
      if (round > 0)
        kept.push({ ...measured, ratio: rate / most, cpu_ms: (server.cpuMilliseconds() - before) / measured.requests })
    }
  }
  await wait(10_000)
  const resident_mb = server.residentMegabytes()
  const paying = await withClient(database_url, (client) => callbacks(server.url, client, { customers, skus }))
  await server.stop()

  const endpoints = [...rounds].map(([{ name, bar }, kept]) => ({
    name,
    requests_per_second: median(kept.map((one) => one.requests / one.seconds)),
    p50_ms: median(kept.map((one) => one.p50_ms)),
    p99_ms: median(kept.map((one) => one.p99_ms)),
    cpu_ms: median(kept.map((one) => one.cpu_ms)),
    ratio: median(kept.map((one) => one.ratio)),
    bar,
  }))
  printTable(
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'cpu ms', 'of floor', 'bar', ''],
    endpoints.map((one) => [
      one.name,
      one.requests_per_second.toFixed(0),
      fixed(one.p50_ms, 1),
      fixed(one.p99_ms, 1),
      fixed(one.cpu_ms, 2),
      fixed(one.ratio, 2),
      one.bar,
      verdict(one.ratio, one.bar, 'higher'),
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
    ],
  )
  return { endpoints, startup_ms, resident_mb, bars, callbacks: paying }
}

const Card = z.object({ id: z.int(), price: z.int() })
const Node = z.object({ id: z.int(), children: z.array(z.object({ id: z.int() })) })

interface Made {
  customers: number[]
  skus: number[]
  /** A token of the back office. */
  root: string
}

async function targetsOf(url: string, { customers, skus, root }: Made): Promise<Target[]> {
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
      bar: 0.8,
    },
    {
      name: 'GET /v1/product/by_category, page of 10',
      requests: pages.map((path) => get(path)),
      status: 200,
      body: z.object({ items: z.array(Card).length(10), total: z.int() }),
      connections,
      bar: 0.55,
    },
    {
      name: 'GET /v1/product/{id}, unchanged (304)',
      requests: unchanged,
      status: 304,
      body: z.undefined(),
      connections,
      bar: 0.8,
    },
    { name: 'GET /v1/category', requests: [get('/v1/category')], status: 200, body: z.array(Node).min(3), connections },
    {
      name: 'GET /v1/user',
      requests: customers.map((id) => get('/v1/user', bearer(tokenOf(id)))),
      status: 200,
      body: z.object({ id: z.int(), kind: z.literal('customer') }),
      connections,
      bar: 0.6,
    },
    {
      name: 'GET /cms/user, page of 10',
      requests: [get('/cms/user', bearer(root))],
      status: 200,
      body: z.object({ items: z.array(z.object({ id: z.int(), groups: z.array(z.unknown()) })).length(10) }),
      connections,
      bar: 0.5,
    },
    {
      name: 'POST /v1/order, two lines',
      requests: customers.map((id, at) => orderOf(id, skus, at)),
      status: 201,
      body: z.object({ status: z.literal('unpaid'), items: z.array(z.unknown()).length(2) }),
      connections: 16,
      bar: 0.3,
    },
  ]
}

/** Neighbours in the list order different SKUs, and so do connections that begin at different places of it. */
const orderOf = (customer: number, skus: number[], at: number) => ({
  method: 'POST' as const,
  path: '/v1/order',
  headers: { ...bearer(tokenOf(customer)), 'content-type': 'application/json' },
  body: JSON.stringify({
    items: [
      { sku_id: skus[(at * 37) % skus.length], count: 1 },
      { sku_id: skus[(at * 37 + 499) % skus.length], count: 2 },
    ],
  }),
})
