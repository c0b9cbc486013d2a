import { z } from 'zod'
import type { Options } from './bench'
import { fill } from './fill'
import type { Load } from './load'
import { observePlans } from './plans'
import { startServer } from './server'
import { addRoot, createShop, renewStatistics, withClient } from './shop'
import { fixed, printTable, verdict } from './table'
import { bearer, get, type Target } from './target'

const daysOfOrders = 730
const secondsPerDay = 86_400

/** Milliseconds in the database: for what waits, and for the figures and the best sellers of a range together. */
const bars = { work: 20, month: 100, year: 400 }

/** Of each twenty orders that were paid one has half of its money back, two days later. */
const addRefunds = `with paid as (
  insert into payment (payment_no, order_id, provider, amount, status, payer, settles, paid_at, expires_at)
  select 'BENCH-' || id, id, 'wechat', paid_amount, 'paid', 'bench', true, paid_at, paid_at from "order" o
  where id % 20 = 3 and paid_at is not null and not exists (select from payment p where p.order_id = o.id)
  returning id, payment_no, amount, paid_at
) insert into refund (refund_no, payment_id, amount, status, succeeded_at)
select payment_no, id, amount / 2, 'succeeded', paid_at + interval '2 days' from paid where paid_at < now() - interval '2 days'`

const dayAfter = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * secondsPerDay * 1_000).toISOString().slice(0, 10)

/**
 * Measures the dashboard among a million orders of two years: what waits, and the figures and best sellers of a day, of 30
 * days and of a year. The limits are absolute, for the statements as the database ran them. Fails where one is missed.
 */
export async function dashboard(postgres_url: string, _load: Load, { rows, folder }: Options) {
  console.log(`Filling a shop with ${rows.toLocaleString('en')} orders …`)
  const database_url = await createShop(postgres_url, 'bench_dashboard')
  await fill(database_url, rows, { products: rows / 100, seconds: (daysOfOrders * secondsPerDay) / rows })
  const token = await withClient(database_url, async (client) => {
    await client.query(addRefunds)
    return addRoot(client)
  })
  await renewStatistics(database_url)

  const range = (days: number) => `from=${dayAfter(1 - days)}&to=${dayAfter(1)}`
  const queries = [
    { name: 'what waits', paths: ['work'], bar: bars.work },
    ...[
      { name: 'a day', days: 1, bar: bars.month },
      { name: '30 days', days: 30, bar: bars.month },
      { name: 'a year', days: 365, bar: bars.year },
    ].flatMap(({ name, days, bar }) => {
      const [sales, top] = [`sales?${range(days)}`, `top?${range(days)}&by=money`]
      return [
        { name: `${name}: figures`, paths: [sales], bar: undefined },
        { name: `${name}: best sellers`, paths: [top], bar: undefined },
        { name: `${name}: both`, paths: [sales, top], bar },
        { name: `${name}: figures, compared`, paths: [`${sales}&compare=previous`], bar: undefined },
      ]
    }),
  ]
  const paths = [...new Set(queries.flatMap((query) => query.paths))]
  const targets = paths.map(
    (path): Target => ({
      name: path,
      requests: [get(`/cms/dashboard/${path}`, bearer(token))],
      status: 200,
      body: z.unknown(),
      connections: 1,
    }),
  )
  const server = await startServer('native', { name: 'bench_dashboard', database_url, folder })
  const observed = await observePlans(database_url, server.url, targets)
  await server.stop()
  if (!observed) throw new Error('this database does not say what its statements take (auto_explain)')

  const results = queries.map(({ name, paths, bar }) => {
    const ms = paths.reduce((sum, path) => sum + (observed.get(path)?.database_ms ?? 0), 0)
    return { name, bar, ms, verdict: verdict(ms, bar, 'lower') }
  })
  printTable(
    ['', 'ms', 'bar', ''],
    results.map((one) => [one.name, fixed(one.ms, 1), one.bar, one.verdict]),
  )
  const missed = results.filter((one) => one.verdict === 'missed')
  if (missed.length > 0) {
    console.log(`${missed.length} of ${results.length} are slower than they may be.`)
    process.exitCode = 1
  }
  return { results, plans: Object.fromEntries(observed) }
}
