import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from './bench'
import type { Load } from './load'
import { cpuOf, parentOf, type Server, startServer } from './server'
import { addPromotions, addTraffic, closeUnpaidOrders, createShop, renewStatistics, withClient } from './shop'
import { scenariosOf } from './speed'
import { fixed, printTable, verdict } from './table'
import { measure, median, probe } from './target'

/**
 * The limits for the ratio of this build to the other build. `cpu`: the highest ratio of processor time. `rate`: the
 * lowest ratio of requests per second.
 */
const bars = { cpu: 1.05, rate: 0.9 }

interface Round {
  rate: number
  /** The processor time per request, of server and database together. */
  cpu_ms: number
}

/**
 * Compares this build with another build, such as that of the previous commit; without another, a shop with promotions
 * with a shop without. Sends the same requests to both builds
 * alternately, each with a database of its own schema version. Measures the processor time per request, of server and
 * database together, and the number of requests per second.
 */
export async function beside(postgres_url: string, load: Load, options: Options) {
  if (options.with && !existsSync(join(options.with, '.server/server.js')))
    throw new Error(`${options.with} is not the folder of a build: npm run bench -- beside --with ../before`)
  const startShop = async (name: string, cwd: string, isPromoted = false) => {
    const database_url = await createShop(postgres_url, `bench_beside_${name}`, cwd)
    const made = await withClient(database_url, async (client) => {
      const traffic = await addTraffic(client)
      return isPromoted ? { ...traffic, coupons: await addPromotions(client, traffic.customers) } : traffic
    })
    await renewStatistics(database_url)
    const server = await startServer('native', { name: `beside-${name}`, database_url, folder: options.folder, cwd })
    return { server, database_url, scenarios: await scenariosOf(server.url, made) }
  }
  const own = await startShop('own', '.', !options.with)
  const servers = { own, other: await startShop('other', options.with ?? '.') }
  const database = await withClient(own.database_url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid)
  })
  const names = ['own', 'other'] as const
  const scenarios = { own: servers.own.scenarios, other: servers.other.scenarios }
  const pairs = scenarios.own.map((scenario, at) => ({
    name: scenario.name,
    target: { own: scenario, other: scenarios.other[at] ?? scenario },
    rounds: [] as { own: Round; other: Round }[],
  }))
  const closeOrders = async () => {
    for (const name of names) await closeUnpaidOrders(servers[name].database_url)
  }
  for (const { target } of pairs) for (const name of names) await probe(servers[name].server.url, target[name])
  await closeOrders()

  const run = async (server: Server, target: (typeof scenarios.own)[number]): Promise<Round> => {
    const before = server.cpuMilliseconds() + cpuOfDatabase(database)
    const { requests, seconds } = await measure(load, server.url, target, options.seconds)
    const spent = server.cpuMilliseconds() + cpuOfDatabase(database) - before
    return { rate: requests / seconds, cpu_ms: spent / requests }
  }
  // Round 0 warms up compilers and caches and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${options.rounds} …`)
    for (const { target, rounds } of pairs) {
      // The two builds take turns in going first.
      const [first, second] = round % 2 === 0 ? names : [...names].reverse()
      const measured: Partial<Record<(typeof names)[number], Round>> = {}
      for (const name of [first, second]) if (name) measured[name] = await run(servers[name].server, target[name])
      const { own, other } = measured
      if (round > 0 && own && other) rounds.push({ own, other })
    }
    await closeOrders()
  }
  await Promise.all(names.map((name) => servers[name].server.stop()))

  const endpoints = pairs.map(({ name, rounds }) => {
    const share = (value: (round: Round) => number) => median(rounds.map(({ own, other }) => value(own) / value(other)))
    return {
      name,
      rate: median(rounds.map(({ own }) => own.rate)),
      cpu_ms: median(rounds.map(({ own }) => own.cpu_ms)),
      cpu_to_other: share(({ cpu_ms }) => cpu_ms),
      rate_to_other: share(({ rate }) => rate),
    }
  })
  printTable(
    ['', '/s', 'cpu ms', 'cpu to other', `bar ${bars.cpu}`, 'rate to other', `or ${bars.rate}`],
    endpoints.map(({ name, rate, cpu_ms, cpu_to_other, rate_to_other }) => [
      name,
      fixed(rate, 0),
      fixed(cpu_ms, 3),
      fixed(cpu_to_other, 3),
      verdict(cpu_to_other, bars.cpu, 'lower'),
      fixed(rate_to_other, 3),
      verdict(rate_to_other, bars.rate, 'higher'),
    ]),
  )
  return { endpoints, bars }
}

/** Returns the processor time of PostgreSQL: of the postmaster, of its ended children, and of its running children. */
function cpuOfDatabase(postmaster: number): number {
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === postmaster)
  return [postmaster, ...living.map(Number)].reduce((sum, pid) => sum + cpuOf(pid, pid === postmaster), 0)
}
