import type { Options } from './bench'
import type { Load } from './load'
import { startServer } from './server'
import { addTraffic, closeUnpaidOrders, createShop, renewStatistics, withClient } from './shop'
import { orders } from './speed'
import { fixed, printTable, verdict } from './table'
import { measure, median, probe, type Target } from './target'

/** Of the rate of a bare server: one that places an order in a single statement, or in the round trips of ours. */
const bars = { of_one: 0.6, of_two: 0.9 }

/**
 * Places orders on our server and on a bare one, which does it in a single statement, in two round trips as ours, or one
 * statement after another. They take turns in every round; ratios are within a round.
 */
export async function placing(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_placing')
  const { customers, skus } = await withClient(database_url, addTraffic)
  await renewStatistics(database_url)
  const native = await startServer('native', { name: 'placing', database_url, folder: options.folder })
  const bare = await startServer('limit', { name: 'placing-bare', database_url, folder: options.folder })
  const target = orders(customers, skus)
  const onPath = (query: string): Target => ({
    ...target,
    requests: target.requests.map((request) => ({ ...request, path: request.path + query })),
  })
  const ways = [
    { name: 'ours', url: native.url, target, rates: [] as number[] },
    { name: 'bare, one statement', url: bare.url, target: onPath('?in=one'), rates: [] as number[] },
    { name: 'bare, two round trips', url: bare.url, target: onPath('?in=two'), rates: [] as number[] },
    { name: 'bare, one after another', url: bare.url, target: onPath(''), rates: [] as number[] },
  ]
  for (const way of ways) await probe(way.url, way.target)
  // Round 0 is for compilers and caches: it does not count.
  for (let round = 0; round <= options.rounds; round++) {
    for (const way of ways) {
      const { requests, seconds } = await measure(load, way.url, way.target, options.seconds)
      if (round > 0) way.rates.push(requests / seconds)
      await closeUnpaidOrders(database_url)
    }
  }
  await Promise.all([native.stop(), bare.stop()])

  const [ours, one, two] = ways.map(({ rates }) => rates)
  const share = (of: number[] = [], to: number[] = []) => median(of.map((rate, at) => rate / (to[at] ?? Number.NaN)))
  const [of_one, of_two, two_of_one] = [share(ours, one), share(ours, two), share(two, one)]
  printTable(
    ['', 'orders/s'],
    ways.map(({ name, rates }) => [name, fixed(median(rates), 0)]),
  )
  printTable(
    ['', 'ratio', 'bar', ''],
    [
      ['Ours to one statement', fixed(of_one, 2), bars.of_one, verdict(of_one, bars.of_one, 'higher')],
      ['Bare in two round trips to one statement', fixed(two_of_one, 2), undefined, ''],
      ['Ours to bare in two round trips', fixed(of_two, 2), bars.of_two, verdict(of_two, bars.of_two, 'higher')],
    ],
  )
  return { rates: ways.map(({ name, rates }) => ({ name, rate: median(rates) })), of_one, of_two, two_of_one, bars }
}
