import { startBalancer } from './balancer'
import type { Options } from './bench'
import type { Load } from './load'
import { startServer } from './server'
import { addCustomers, addStock, createShop, withClient } from './shop'
import { orders } from './speed'
import { fixed, printTable, verdict } from './table'
import { measure, median, probe } from './target'

const bar = 1
const count = 4

/** Rounds before those that count. */
const warming = 2

interface Round {
  of_one: number
  of_four: number
  ratio: number
}

/** Orders per second of four processes on one database, beside those of one; both behind the same round robin. */
export async function processes(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_processes')
  const target = await withClient(database_url, async (client) => {
    const made = orders(await addCustomers(client, 2_000), await addStock(client, 1_000))
    await client.query('vacuum analyze')
    return made
  })
  const start = (name: string) => startServer('native', { name, database_url, folder: options.folder })
  const single = await start('single')
  const several = []
  for (let at = 1; at <= count; at++) several.push(await start(`process-${at}`))
  const [one, four] = [await startBalancer([single.url]), await startBalancer(several.map((server) => server.url))]
  for (const url of [one, four]) await probe(url, target)

  console.log('Warming up …')
  // The compiler needs so many orders in each process, and each of several gets only its share of them.
  await measure(load, one, target, warming * options.seconds)
  await measure(load, four, target, warming * count * options.seconds)
  const rounds: Round[] = []
  for (let round = 1; round <= options.rounds; round++) {
    console.log(`Round ${round} of ${options.rounds} …`)
    const rates = []
    for (const url of [one, four]) {
      const { requests, seconds } = await measure(load, url, target, options.seconds)
      rates.push(requests / seconds)
    }
    const [of_one = 0, of_four = 0] = rates
    rounds.push({ of_one, of_four, ratio: of_four / of_one })
  }
  await Promise.all([single, ...several].map((server) => server.stop()))

  const middle = (value: (round: Round) => number) => median(rounds.map(value))
  const result = { one: middle((r) => r.of_one), four: middle((r) => r.of_four), ratio: middle((r) => r.ratio), bar }
  printTable(
    ['', 'one/s', `${count} processes/s`, 'ratio', 'bar', ''],
    [
      [
        target.name,
        fixed(result.one, 0),
        fixed(result.four, 0),
        fixed(result.ratio, 2),
        bar,
        verdict(result.ratio, bar, 'higher'),
      ],
    ],
  )
  return result
}
