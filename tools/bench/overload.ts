import { setTimeout as wait } from 'node:timers/promises'
import type { Options } from './bench'
import { startCrowd } from './crowd'
import type { Load } from './load'
import { startServer } from './server'
import { addTraffic, closeUnpaidOrders, createShop, renewStatistics, withClient } from './shop'
import { orders } from './speed'
import { fixed, printTable, verdict } from './table'
import { get, median, probe } from './target'

/** The numbers of connections that place orders at the same time: `few`, `many` and `tooMany`. */
const few = 16
const many = 64
const tooMany = 2_000

/**
 * The limits that the server of the shop must meet. `ready_ms`: the response time of `/api/ready` in milliseconds. The
 * others are ratios to the values with fewer connections or without load.
 */
const bars = { p99: 3, rate: 0.9, ready_ms: 100, product: 5, memory: 1.15 }

/** The time after the load until memory is measured again, in milliseconds. */
const restMilliseconds = 60_000

/**
 * The warm-up in seconds. Requests in this time are not counted, because they are a backlog: all connections send their
 * first request at once.
 */
const rushSeconds = 4

/**
 * Places orders on many more connections than the server can serve, while customers read a product and a monitor reads
 * `/api/ready`. Repeats this with a bare server that makes the same round trips, once without a limit and once with a
 * maximum number of orders in progress. Checks that the shop has stored as many orders as it has answered with 201.
 */
export async function overload(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_overload')
  const { customers, skus } = await withClient(database_url, addTraffic)
  await renewStatistics(database_url)
  const ours = await startServer('native', { name: 'overload', database_url, folder: options.folder })
  const bare = await startServer('limit', { name: 'overload-bare', database_url, folder: options.folder })
  const target = orders(customers, skus)
  const onPath = (query: string) =>
    target.requests.map((request) => ({ ...request, path: `${request.path}?in=two${query}` }))
  const servers = {
    ours: { name: 'ours', server: ours, requests: target.requests, isWatched: true },
    bare: { name: 'bare', server: bare, requests: onPath(''), isWatched: false },
    refusing: { name: 'bare that refuses', server: bare, requests: onPath('&refuse'), isWatched: false },
  }
  const crowd = startCrowd()
  const countOrders = () =>
    withClient(database_url, async (client) => {
      const { rows } = await client.query<{ count: number }>('select count(*)::int as count from "order"')
      return rows[0]?.count ?? 0
    })

  const measureServer = async ({ name, server: { url }, requests, isWatched }: (typeof servers)['ours']) => {
    const place = async (connections: number, seconds: number, uncounted = 0) => {
      const before = await countOrders()
      const result = await crowd({ url, connections, seconds, uncounted, requests })
      const { 201: accepted = 0, 503: refused = 0, ...others } = result.statuses
      if (Object.keys(others).length > 0 || result.errors > 0)
        throw new Error(`${name}: there were ${JSON.stringify(result.statuses)} and ${result.errors} errors`)
      const lost = Math.abs(result.accepted - ((await countOrders()) - before))
      await closeUnpaidOrders(database_url)
      return { ...result, rate: accepted / result.seconds, refused: refused / (accepted + refused), lost }
    }
    const look = (seconds: number) => load({ url, connections: 1, seconds, requests: [get('/v1/product/1')] })
    const idle = await look(options.seconds)
    const calm = await place(few, options.seconds)
    const usual = await place(many, options.seconds)
    const crowded = place(tooMany, rushSeconds + 2 * options.seconds, rushSeconds)
    await wait(rushSeconds * 1_000)
    const watching = isWatched ? watch(url, options.seconds) : []
    const busy = await look(options.seconds)
    return { name, idle, busy, calm, usual, crowded: await crowded, ready: await watching }
  }

  // Warms up compilers and caches, and the memory that a used server has.
  await probe(ours.url, target)
  for (const { server, requests } of Object.values(servers))
    await crowd({ url: server.url, connections: many, seconds: options.seconds, requests })
  await closeUnpaidOrders(database_url)
  const memory = ours.residentMegabytes()
  const rounds: Record<keyof typeof servers, Result>[] = []
  type Result = Awaited<ReturnType<typeof measureServer>>
  for (let round = 0; round < options.rounds; round++) {
    rounds.push({
      ours: await measureServer(servers.ours),
      bare: await measureServer(servers.bare),
      refusing: await measureServer(servers.refusing),
    })
  }
  const highest = ours.residentMegabytes()
  await wait(restMilliseconds)
  const rested = ours.residentMegabytes()
  await Promise.all([ours.stop(), bare.stop()])

  printTable(
    ['', 'orders/s: 16', '64', '2000', 'p99 ms: 64', '2000', 'refused', 'p99 ms', 'product p99 ms: idle', 'busy'],
    rounds.flatMap((round) =>
      [round.ours, round.bare, round.refusing].map(({ name, idle, busy, calm, usual, crowded }) => [
        name,
        ...[calm, usual, crowded].map(({ rate }) => fixed(rate, 0)),
        ...[usual.p99_ms, crowded.p99_ms].map((milliseconds) => fixed(milliseconds, 0)),
        `${fixed(crowded.refused * 100, 0)} %`,
        fixed(crowded.refused_p99_ms, 0),
        ...[idle, busy].map(({ p99_ms }) => fixed(p99_ms, 1)),
      ]),
    ),
  )
  const of = (whose: keyof typeof servers, pick: (result: Result) => number) =>
    median(rounds.map((round) => pick(round[whose])))
  const p99 = ({ crowded, usual }: Result) => crowded.p99_ms / usual.p99_ms
  const rate = ({ crowded, usual, calm }: Result) => crowded.rate / Math.max(usual.rate, calm.rate)
  const product = ({ busy, idle }: Result) => busy.p99_ms / idle.p99_ms
  const ready = of('ours', (result) => Math.max(...result.ready))
  const lost = rounds.reduce(
    (sum, { ours: { calm, usual, crowded } }) => sum + calm.lost + usual.lost + crowded.lost,
    0,
  )
  const line = (name: string, pick: (result: Result) => number, bar: number, better: 'higher' | 'lower') => {
    const value = of('ours', pick)
    const others = [of('bare', pick), of('refusing', pick)].map((other) => fixed(other, 2))
    return [name, fixed(value, 2), bar, verdict(value, bar, better), ...others]
  }
  printTable(
    ['', 'is', 'bar', '', 'bare', 'bare that refuses'],
    [
      line(`p99 of accepted orders, to that at ${many} connections`, p99, bars.p99, 'lower'),
      line('accepted orders/s, to the best', rate, bars.rate, 'higher'),
      line('p99 of a product, to that without load', product, bars.product, 'lower'),
      ['/api/ready at most, ms', fixed(ready, 0), bars.ready_ms, verdict(ready, bars.ready_ms, 'lower')],
      [
        `memory after ${restMilliseconds / 1_000} s, to before (${fixed(memory, 0)}, highest ${fixed(highest, 0)} MB)`,
        fixed(rested / memory, 2),
        bars.memory,
        verdict(rested / memory, bars.memory, 'lower'),
      ],
      ['accepted orders that are lost, or double', lost, 0, verdict(lost, 0, 'lower')],
    ],
  )
  return { rounds, memory: { before: memory, highest, after: rested }, bars }
}

/** Reads `/api/ready` ten times a second. Returns the response times in milliseconds. */
async function watch(url: string, seconds: number): Promise<number[]> {
  const taken: number[] = []
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await wait(100)) {
    const began = performance.now()
    const { status } = await fetch(`${url}/api/ready`)
    if (status !== 200) throw new Error(`/api/ready answered ${status} under load`)
    taken.push(performance.now() - began)
  }
  return taken
}
