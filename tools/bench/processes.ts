import { startBalancer } from './balancer'
import type { Options } from './bench'
import type { Load } from './load'
import { type Kind, type Server, startServer } from './server'
import { addCustomers, addStock, createShop, renewStatistics, withClient } from './shop'
import { orders } from './speed'
import { fixed, printTable, verdict } from './table'
import { measure, median, probe, type Target } from './target'

const bar = 1
const count = 4

/** The maximum number of uncounted warm-up rounds. */
const maxWarmUpRounds = 15

/**
 * Warms up: sends orders until two rounds in a row are no faster than the best before. Each of several processes gets only a
 * share of the orders, so without this, compiled code would be compared with code that is not compiled yet.
 */
async function settle(load: Load, url: string, target: Target, seconds: number): Promise<void> {
  let [best, since] = [0, 0]
  for (let round = 0; round < maxWarmUpRounds && since < 2; round++) {
    const measured = await measure(load, url, target, seconds)
    const rate = measured.requests / measured.seconds
    since = rate > best ? 0 : since + 1
    best = Math.max(best, rate)
  }
}

interface Round {
  of_one: number
  of_four: number
  ratio: number
}

/** The load balancer in front of one process or of four, with the results of each round. */
interface Setting {
  name: string
  one: string
  four: string
  rounds: Round[]
}

/**
 * Compares the orders per second of four processes on one database with those of one, both behind a load balancer; and the
 * same for bare servers, which shows what switching between four processes costs on this machine.
 */
export async function processes(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_processes')
  const target = await withClient(database_url, async (client) =>
    orders(await addCustomers(client, 2_000), await addStock(client, 1_000)),
  )
  await renewStatistics(database_url)
  const servers: Server[] = []
  const behind = async (kind: Kind, many: number) => {
    const urls = []
    for (let at = 1; at <= many; at++) {
      const server = await startServer(kind, { name: `${kind}-${at}-of-${many}`, database_url, folder: options.folder })
      servers.push(server)
      urls.push(server.url)
    }
    return startBalancer(urls)
  }
  const setting = async (name: string, kind: Kind): Promise<Setting> => ({
    name,
    one: await behind(kind, 1),
    four: await behind(kind, count),
    rounds: [],
  })
  const ours = await setting(target.name, 'native')
  const bare = await setting('The same by bare servers', 'limit')
  for (const { one, four } of [ours, bare]) {
    for (const url of [one, four]) await probe(url, target)
  }

  console.log('Warming up …')
  for (const { one, four } of [ours, bare]) {
    for (const url of [one, four]) await settle(load, url, target, options.seconds)
  }
  await renewStatistics(database_url)
  for (let round = 1; round <= options.rounds; round++) {
    console.log(`Round ${round} of ${options.rounds} …`)
    for (const { one, four, rounds } of [ours, bare]) {
      const rates = []
      for (const url of [one, four]) {
        const { requests, seconds } = await measure(load, url, target, options.seconds)
        rates.push(requests / seconds)
      }
      const [of_one = 0, of_four = 0] = rates
      rounds.push({ of_one, of_four, ratio: of_four / of_one })
    }
  }
  await Promise.all(servers.map((server) => server.stop()))

  const figures = ({ rounds }: Setting) => {
    const middle = (value: (round: Round) => number) => median(rounds.map(value))
    return { one: middle((r) => r.of_one), four: middle((r) => r.of_four), ratio: middle((r) => r.ratio) }
  }
  const result = { ...figures(ours), bar, bare: figures(bare) }
  printTable(
    ['', 'one/s', `${count} processes/s`, 'ratio', 'bar', ''],
    [
      [
        ours.name,
        fixed(result.one, 0),
        fixed(result.four, 0),
        fixed(result.ratio, 2),
        bar,
        verdict(result.ratio, bar, 'higher'),
      ],
      [bare.name, fixed(result.bare.one, 0), fixed(result.bare.four, 0), fixed(result.bare.ratio, 2), undefined, ''],
    ],
  )
  return result
}
