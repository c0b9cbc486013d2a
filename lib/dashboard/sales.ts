import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { singleton } from '@/db/singleton'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { date, earnedBy, incomesOf, isPaidBack, type Range, rangeOf, startOf, within, type Zone } from './range'
import { bucketUnit, daysIn, type Sales, type SalesQuery, type Top, type TopQuery } from './schema'

type Result = z.input<typeof Sales>

/** `year`: the same days a year earlier, with February 28 for February 29. undefined: no comparison. */
function comparedWith({ from, to, compare }: z.output<typeof SalesQuery>, zone: Zone): Range | undefined {
  if (compare === 'previous') return rangeOf(sql`${date(from)} - ${daysIn({ from, to })}::int`, date(from), zone)
  if (compare === 'year') {
    const lastDay = sql`(${date(to)} - 1 - interval '1 year')::date`
    return rangeOf(sql`(${date(from)} - interval '1 year')::date`, sql`${lastDay} + 1`, zone)
  }
  return undefined
}

/** Below, a refund rate is not meaningful. */
const daysForRate = 7

type Course = Pick<Result, 'buckets' | 'by_hour'>
type Counted = Result['current'] & { by_status: Partial<Result['by_status']> }

/** Per bucket and per hour of the day. Reads `paid`, a common table expression with orders by hour. */
function courseOf(range: Range, days: number, zone: Zone): SQL {
  const unit = bucketUnit(days)
  const step = sql`interval '${sql.raw(`1 ${unit}`)}'`
  const local = sql`(h.at at time zone ${zone}::text)`
  // When clocks are set back, an hour of the day occurs twice, so hours are counted from the start.
  const series =
    unit === 'hour'
      ? sql`select at as key, at as begins from generate_series(${range.start}, ${range.end} - ${step}, ${step}) at`
      : sql`select at as key, ${startOf(sql`greatest(at, (${range.from})::timestamp)`, zone)} as begins
          from generate_series(date_trunc('${sql.raw(unit)}', (${range.from})::timestamp), (${range.to})::timestamp - interval '1 day', ${step}) at`
  const keyOf = unit === 'hour' ? sql`h.at` : sql`date_trunc('${sql.raw(unit)}', ${local})`
  return sql`json_build_object(
    'buckets', (
      select json_agg(json_build_object('from', s.begins, 'revenue', coalesce(b.revenue, 0),
        'orders_paid', coalesce(b.orders, 0)) order by s.begins)
      from (${series}) s left join (
        select ${keyOf} as key, sum(h.revenue)::bigint as revenue, sum(h.orders)::int as orders from paid h group by 1
      ) b on b.key = s.key),
    'by_hour', (
      select json_agg(coalesce(b.orders, 0) order by hour)
      from generate_series(0, 23) hour left join (
        select extract(hour from ${local})::int as at_hour, sum(h.orders)::int as orders from paid h group by 1
      ) b on b.at_hour = hour))`
}

/** For staff who see costs. `gross_margin`: in per mille, of lines with a known cost; null: no sales of these. */
const earnedFigures = sql`, 'cost', coalesce(earned.cost, 0), 'gross_profit', coalesce(earned.gross_profit, 0),
  'gross_margin', round(1000 * earned.gross_profit::numeric / nullif(greatest(earned.sales, 0), 0)),
  'cost_unknown_amount', coalesce(earned.cost_unknown_amount, 0), ${incomesOf(sql`bought.revenue - back.refunded`)}`

interface FiguresOptions {
  days: number
  /** Cost, gross profit and margin. */
  with_costs: boolean
  /** Absent: the series of paid orders is not read. */
  zone?: Zone
}

/** Uses only indexes, except for the lines of refunds. A customer is new if their first payment is in the range. */
async function readFigures(db: Database, range: Range, { days, with_costs, zone }: FiguresOptions) {
  const paid = db.$with('paid', { at: sql<string>`at`.as('at') }).as(sql`
    select ${zone ? sql`date_bin('1 hour', paid_at, ${range.start})` : range.start} as at, count(*) as orders, sum(paid_amount) as revenue
    from "order" where ${within(sql`paid_at`, range)} group by 1`)
  const [row] = await db
    .with(paid)
    .select({
      figures: sql<Counted>`json_build_object(
        'revenue', bought.revenue, 'promotion_amount', off.promotion_amount, 'refunded', back.refunded, 'net', bought.revenue - back.refunded,
        'orders_paid', bought.orders_paid, 'average', round(bought.revenue::numeric / nullif(bought.orders_paid, 0)),
        'buyers', who.buyers, 'new_buyers', fresh.buyers, 'returning_buyers', who.buyers - fresh.buyers,
        'refund_rate', ${days >= daysForRate ? sql`round(back.refunded::numeric / nullif(bought.revenue, 0), 4)` : sql`null`},
        'placed', made.placed, 'paid_of_placed', made.paid, 'by_status', made.by_status
        ${with_costs ? earnedFigures : sql``})`,
      course: sql<Course | null>`${zone ? courseOf(range, days, zone) : sql`null`}`,
    })
    .from(sql`(
      select coalesce(sum(revenue), 0)::bigint as revenue, coalesce(sum(orders), 0)::int as orders_paid from paid
    ) bought, (
      -- In the order of an index, which is faster for a long range than to sort or hash its customers.
      select count(*)::int as buyers from (
        select distinct on (user_id) user_id from "order" where ${within(sql`paid_at`, range)} order by user_id, id
      ) one
    ) who, (
      select coalesce(sum(promotion_amount), 0)::bigint as promotion_amount
      from "order" where ${within(sql`paid_at`, range)} and promotion_amount > 0
    ) off, (
      select count(*)::int as buyers from buyer where ${within(sql`first_paid_at`, range)}
    ) fresh, (
      select coalesce(sum(r.amount), 0)::bigint as refunded
      from refund r where ${isPaidBack(range)}
    ) back, (
      select coalesce(sum(orders), 0)::int as placed, coalesce(sum(paid), 0)::int as paid,
        coalesce(json_object_agg(status, orders), '{}') as by_status
      from (
        select status, count(*) as orders, count(paid_at) as paid
        from "order" where ${within(sql`created_at`, range)} group by status
      ) status
    ) made ${with_costs ? sql`left join (${earnedBy(() => sql`true`, range)}) earned on true` : sql``}`)
  return found(row, 'range')
}

interface SalesOptions {
  zone: Zone
  with_costs: boolean
}

async function querySales(
  db: Database,
  query: z.output<typeof SalesQuery>,
  { zone, with_costs }: SalesOptions,
): Promise<Result> {
  const days = daysIn(query)
  const range = rangeOf(date(query.from), date(query.to), zone)
  const before = comparedWith(query, zone)
  const [{ figures, course }, compared] = await Promise.all([
    readFigures(db, range, { days, with_costs, zone }),
    before ? readFigures(db, before, { days, with_costs }) : null,
  ])
  const { by_status, ...current } = figures
  return {
    current,
    compared: compared?.figures ?? null,
    ...found(course ?? undefined, 'course'),
    by_status: withEvery(by_status),
  }
}

const withEvery = (counts: Counted['by_status']): Result['by_status'] => ({
  unpaid: 0,
  paid: 0,
  shipped: 0,
  completed: 0,
  cancelled: 0,
  refunded: 0,
  ...counts,
})

const topCount = 10

async function queryTop(
  db: Database,
  { from, to, by }: z.output<typeof TopQuery>,
  zone: Zone,
): Promise<z.input<typeof Top>> {
  const range = rangeOf(date(from), date(to), zone)
  const [main, other] = by === 'pieces' ? ['pieces', 'money'] : ['money', 'pieces']
  const ordered = (rows: string) => sql.raw(`${rows}.${main} desc, ${rows}.${other} desc, ${rows}.id`)
  const sold = db.$with('sold', { product_id: sql<number>`product_id`.as('product_id') }).as(sql`
    select product_id, sum(count)::bigint as pieces, sum(paid_amount)::bigint as money
    from order_item where ${within(sql`paid_at`, range)} group by product_id`)
  const list = (rows: SQL) => sql`coalesce((select json_agg(named) from (${rows}) named), '[]')`
  const first = (rows: SQL) => sql`select * from (${rows}) ranked order by ${ordered('ranked')} limit ${topCount}`
  const [row] = await db
    .with(sold)
    .select({
      json: sql<z.input<typeof Top>>`json_build_object(
        'products', ${list(sql`
          select r.id, p.name, p.images[1] as image_url, r.pieces, r.money
          from (${first(sql`select product_id as id, pieces, money from sold`)}) r join product p on p.id = r.id order by ${ordered('r')}`)},
        'categories', ${list(sql`
          select r.id, c.name, c.image_url, r.pieces, r.money
          from (${first(sql`
            select p.category_id as id, sum(s.pieces)::bigint as pieces, sum(s.money)::bigint as money
            from sold s join product p on p.id = s.product_id group by p.category_id`)}) r join category c on c.id = r.id order by ${ordered('r')}`)})`,
    })
    .from(sql`(values (1)) one`)
  return found(row, 'range').json
}

const keptMilliseconds = 30_000
/** Beyond, the whole cache is cleared. */
const maxKept = 200

const salesKept = () => singleton('sales-kept', () => new Map<string, Kept<Result>>())
const topKept = () => singleton('top-kept', () => new Map<string, Kept<z.input<typeof Top>>>())

interface Kept<T> {
  until: number
  answer: Promise<T>
}

/** Reading takes the database up to half a second. In the process; concurrent calls wait for the same result. */
function keep<T>(kept: Map<string, Kept<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const now = performance.now()
  const known = kept.get(key)
  if (known && now < known.until) return known.answer
  if (kept.size >= maxKept) kept.clear()
  const answer = read()
  kept.set(key, { until: now + keptMilliseconds, answer })
  answer.catch(() => {
    if (kept.get(key)?.answer === answer) kept.delete(key)
  })
  return answer
}

/** At most 30 seconds old. */
export const readSales = (db: Database, query: z.output<typeof SalesQuery>, options: SalesOptions): Promise<Result> =>
  keep(salesKept(), [query.from, query.to, query.compare, options.zone, options.with_costs].join(), () =>
    querySales(db, query, options),
  )

/** At most 30 seconds old. */
export const readTop = (db: Database, query: z.output<typeof TopQuery>, zone: Zone): Promise<z.input<typeof Top>> =>
  keep(topKept(), [query.from, query.to, query.by, zone].join(), () => queryTop(db, query, zone))
