import type { Options } from './bench'
import type { Load } from './load'
import { observePlans } from './plans'
import { fixed, printTable, verdict } from './table'
import { measure, median, probe, type Target } from './target'

/** A running server with its database, and the requests to send to it. */
export interface Site {
  url: string
  database_url: string
  targets: Target[]
}

interface Pair {
  small: Target
  large: Target
  rounds: { small_ms: number; large_ms: number }[]
}

/**
 * Compares the speed of the same requests on a thousand rows (`small`) and on `options.rows` rows (`large`). `small`
 * has a target for each target of `large`.
 */
export async function compare(small: Site, large: Site, load: Load, options: Options) {
  const pairs = large.targets.map(
    (target, at): Pair => ({ small: small.targets[at] ?? target, large: target, rounds: [] }),
  )

  for (const site of [small, large]) for (const target of site.targets) await probe(site.url, target)
  // Round 0 warms up compilers and caches and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${options.rounds} …`)
    for (const pair of pairs) {
      const small_ms = (await measure(load, small.url, pair.small, options.seconds / 2)).mean_ms
      const large_ms = (await measure(load, large.url, pair.large, options.seconds / 2)).mean_ms
      if (round > 0) pair.rounds.push({ small_ms, large_ms })
    }
  }
  const plans = await observePlans(large.database_url, large.url, large.targets)

  const endpoints = pairs.map(({ large: { name, bar }, rounds }) => ({
    name,
    small_ms: median(rounds.map((one) => one.small_ms)),
    large_ms: median(rounds.map((one) => one.large_ms)),
    factor: median(rounds.map((one) => one.large_ms / one.small_ms)),
    bar,
    ...plans?.get(name),
  }))
  printTable(
    ['', '1,000 ms', `${options.rows.toLocaleString('en')} ms`, 'factor', 'bar', '', 'database ms'],
    endpoints.map((one) => [
      one.name,
      fixed(one.small_ms, 2),
      fixed(one.large_ms, 2),
      fixed(one.factor, 2),
      one.bar,
      verdict(one.factor, one.bar, 'lower'),
      one.database_ms === undefined ? 'n/a' : fixed(one.database_ms, 2),
    ]),
  )
  for (const { name, scans = [] } of endpoints) for (const scan of scans) console.log(`  ${name} reads much: ${scan}`)
  if (!plans) console.log('No plans were observed: this PostgreSQL has no auto_explain, or keeps its log elsewhere.')
  return { small_rows: 1_000, large_rows: options.rows, endpoints }
}
