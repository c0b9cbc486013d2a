import { z } from 'zod'
import { orderTabs } from '@/lib/order/cms-schema'
import type { Options } from './bench'
import { type FilledOrders, fillOrders, frequentTerm, receivers } from './fill'
import type { Load } from './load'
import { observePlans, requestsEach } from './plans'
import { startServer } from './server'
import { addRoot, createShop, renewStatistics, withClient } from './shop'
import { fixed, printTable, verdict } from './table'
import { bearer, get, type Target } from './target'

const msPerDay = 86_400_000

/** Milliseconds in the database, for the statements of one request. */
const bars = { exact: 20, ranges: 100, month: 100, year: 400 }

interface Measured {
  name: string
  /** One for each request: no two ask for the same, where the server may keep an answer. */
  path: (at: number) => string
  bar?: number
  /** Its statements run at the same time, so that the slowest one counts. */
  isAtOnce?: boolean
}

/**
 * Measures the lists of orders of the admin and the dashboard among a million orders of two years. The limits are absolute,
 * for the statements as the database ran them. Fails where one is missed.
 */
export async function orders(postgres_url: string, _load: Load, { rows, folder }: Options) {
  console.log(`Filling a shop with ${rows.toLocaleString('en')} orders …`)
  const database_url = await createShop(postgres_url, 'bench_orders')
  const filled = await fillOrders(database_url, rows)
  const token = await withClient(database_url, addRoot)
  await renewStatistics(database_url)
  return measureAll(database_url, { ...filled, token, folder })
}

async function measureAll(
  database_url: string,
  { numbers, customer_id, product_id, token, folder }: FilledOrders & { token: string; folder: string },
) {
  const list = (query: string, tab?: string) => `/cms/order?size=20${tab ? `&tab=${tab}` : ''}${query && `&${query}`}`
  /** Days ago, and a moment of that day. */
  const span = (name: string, from: number, days: number) =>
    `${name}_from=${new Date(Date.now() - from * msPerDay).toISOString()}&${name}_to=${new Date(Date.now() - (from - days) * msPerDay).toISOString()}`
  const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * msPerDay).toISOString().slice(0, 10)
  const range = (days: number, at: number) => `from=${day(1 - days - at)}&to=${day(1 - at)}`

  const filters: Record<string, string> = {
    'a day, by placing': span('created', 100, 1),
    '92 days, by placing': span('created', 192, 92),
    '92 days, by payment': span('paid', 192, 92),
    '92 days, by shipping': span('shipped', 192, 92),
    'an amount': 'amount_from=12000&amount_to=13000',
    'a high amount': 'amount_from=45000',
    'an amount, 92 days': `amount_from=45000&${span('created', 192, 92)}`,
    'a customer, 92 days': `customer_id=${customer_id}&${span('created', 92, 92)}`,
    'a product, 92 days': `product_id=${product_id}&${span('created', 192, 92)}`,
    'a customer, at any time': `customer_id=${customer_id}`,
    'a product, at any time': `product_id=${product_id}`,
    'with a remark': 'has_remark=true',
    'with a note': 'has_note=true',
    late: 'late=true',
    'with a failed refund': 'refund=failed',
  }
  const numberAt = (at: number) => numbers.order_no[at % numbers.order_no.length] ?? ''
  const mobileAt = (at: number) => numbers.mobile[at % numbers.mobile.length] ?? ''
  const words: Record<string, (at: number) => string> = {
    'a day of numbers': (at) => numberAt(at).slice(0, 6),
    'the end of a number': (at) => numberAt(at).slice(-6),
    'the end of a phone': (at) => mobileAt(at).slice(-4),
    'a receiver, of many orders': (at) => receivers[at % receivers.length] ?? '',
    'a product, of many orders': () => frequentTerm,
    'a customer by number': () => `#${customer_id}`,
    'what all customers are called': () => '客人',
    'what nobody has': (at) => `无人${at}`,
  }
  const measured: Measured[] = [
    { name: 'counts of the tabs', path: () => '/cms/order/count', bar: bars.exact },
    ...[undefined, ...orderTabs].map((tab) => ({
      name: `tab ${tab ?? 'all'}`,
      path: () => list('', tab),
      bar: bars.exact,
    })),
    ...Object.entries(numbers).map(([name, values]) => ({
      name: `number: ${name}`,
      path: (at: number) => list(`q=${values[at % values.length]}`),
      bar: bars.exact,
    })),
    ...Object.entries(words).map(([name, word]) => ({
      name: `search: ${name}`,
      path: (at: number) => list(`q=${encodeURIComponent(word(at))}`),
      bar: bars.ranges,
    })),
    ...Object.entries(filters).flatMap(([name, query]) =>
      [undefined, 'completed' as const].map((tab) => ({
        name: tab ? `${name}, in ${tab}` : name,
        path: () => list(query, tab),
        bar: bars.ranges,
      })),
    ),
    { name: 'what waits', path: () => '/cms/dashboard/work', bar: bars.exact },
    ...[
      { name: 'a day', days: 1, bar: bars.month },
      { name: '30 days', days: 30, bar: bars.month },
      { name: '92 days', days: 92, bar: bars.year },
      { name: 'a year', days: 365, bar: bars.year },
    ].flatMap(({ name, days, bar }) => [
      { name: `${name}: figures`, path: (at: number) => `/cms/dashboard/sales?${range(days, at)}`, bar },
      {
        name: `${name}: figures, compared`,
        path: (at: number) => `/cms/dashboard/sales?${range(days, at)}&compare=previous`,
        bar,
        isAtOnce: true,
      },
      { name: `${name}: best sellers`, path: (at: number) => `/cms/dashboard/top?${range(days, at)}&by=money`, bar },
    ]),
  ]
  const targets = measured.map(
    ({ name, path }): Target => ({
      name,
      requests: Array.from({ length: requestsEach }, (_, at) => get(path(at), bearer(token))),
      status: 200,
      body: z.unknown(),
      connections: 1,
    }),
  )
  const server = await startServer('native', { name: 'bench_orders', database_url, folder })
  const observed = await observePlans(database_url, server.url, targets)
  await server.stop()
  if (!observed) throw new Error('this database does not say what its statements take (auto_explain)')

  const results = measured.map(({ name, bar, isAtOnce }) => {
    const { database_ms = Number.NaN, slowest_ms = Number.NaN, scans = [] } = observed.get(name) ?? {}
    const ms = isAtOnce ? slowest_ms : database_ms
    return { name, bar, ms, scans, verdict: verdict(ms, bar, 'lower') }
  })
  printTable(
    ['', 'ms', 'bar', '', 'reads'],
    results.map((one) => [one.name, fixed(one.ms, 1), one.bar, one.verdict, one.scans.join('; ')]),
  )
  const missed = results.filter((one) => one.verdict === 'missed')
  if (missed.length > 0) {
    console.log(`${missed.length} of ${results.length} are slower than they may be.`)
    process.exitCode = 1
  }
  return { results, plans: Object.fromEntries(observed) }
}
