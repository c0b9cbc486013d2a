import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { found } from '@/lib/api/rows'
import type { Settings } from '@/lib/config/registry'
import type { Database } from '@/lib/database'
import { daysIn, type Sales, type SalesQuery, type Top, type TopQuery } from './schema'

type Zone = Settings['shop.time_zone']
type Result = z.input<typeof Sales>

/** The first moment of a day in a time zone. */
const startOf = (day: SQL, zone: Zone) => sql`((${day})::timestamp at time zone ${zone}::text)`

interface Range {
  /** Dates. */
  from: SQL
  to: SQL
  /** Moments. */
  start: SQL
  end: SQL
}

const rangeOf = (from: SQL, to: SQL, zone: Zone): Range => ({
  from,
  to,
  start: startOf(from, zone),
  end: startOf(to, zone),
})

const date = (day: string) => sql`${day}::date`

/**
 * The range with which one is compared. A year earlier it has the same first and last day: one that ends in February has
 * its last day on the 28th of a common year.
 */
function comparedWith({ from, to, compare }: z.output<typeof SalesQuery>, zone: Zone): Range | undefined {
  if (compare === 'previous') return rangeOf(sql`${date(from)} - ${daysIn({ from, to })}::int`, date(from), zone)
  if (compare === 'year') {
    const lastDay = sql`(${date(to)} - 1 - interval '1 year')::date`
    return rangeOf(sql`(${date(from)} - interval '1 year')::date`, sql`${lastDay} + 1`, zone)
  }
  return undefined
}

const within = (column: SQL, { start, end }: Range) => sql`${column} >= ${start} and ${column} < ${end}`

/** The lowest number of days of which a refund rate says something. */
const daysForRate = 7

type Counted = Result['current'] & { by_status: Partial<Result['by_status']> }

/** The figures of a range, and the orders that were placed in it by their status. */
async function readFigures(db: Database, range: Range, days: number): Promise<Counted> {
  const [row] = await db
    .select({
      json: sql<Counted>`json_build_object(
        'revenue', bought.revenue, 'refunded', back.refunded, 'net', bought.revenue - back.refunded,
        'orders_paid', bought.orders_paid, 'average', round(bought.revenue::numeric / nullif(bought.orders_paid, 0)),
        'buyers', bought.buyers, 'new_buyers', bought.buyers - bought.returning_buyers,
        'returning_buyers', bought.returning_buyers,
        'refund_rate', ${days >= daysForRate ? sql`round(back.refunded::numeric / nullif(bought.revenue, 0), 4)` : sql`null`},
        'placed', made.placed, 'paid_of_placed', made.paid, 'by_status', made.by_status)`,
    })
    .from(sql`(
      select coalesce(sum(money), 0)::bigint as revenue, coalesce(sum(orders), 0)::int as orders_paid,
        count(*)::int as buyers, (count(*) filter (where had_bought))::int as returning_buyers
      from (
        select sum(paid_amount)::bigint as money, count(*) as orders, exists (
          select from "order" earlier where earlier.user_id = o.user_id and earlier.paid_at < ${range.start}) as had_bought
        from "order" o where ${within(sql`o.paid_at`, range)} group by o.user_id
      ) buyer
    ) bought, (
      select coalesce(sum(r.amount), 0)::bigint as refunded
      from refund r join payment p on p.id = r.payment_id
      where ${within(sql`r.succeeded_at`, range)} and p.settles
    ) back, (
      select coalesce(sum(orders), 0)::int as placed, coalesce(sum(paid), 0)::int as paid,
        coalesce(json_object_agg(status, orders), '{}') as by_status
      from (
        select status, count(*) as orders, count(paid_at) as paid
        from "order" where ${within(sql`created_at`, range)} group by status
      ) status
    ) made`)
  return found(row, 'range').json
}

/** The length of a bucket: an hour up to so many days, a day up to so many. */
const bucketUnits = [
  { unit: 'hour', days: 2 },
  { unit: 'day', days: 92 },
] as const

/** The orders of a range by buckets and by the hour of the day. They are counted by the hour first, which has no zone. */
async function readCourse(
  db: Database,
  range: Range,
  days: number,
  zone: Zone,
): Promise<Pick<Result, 'buckets' | 'by_hour'>> {
  const unit = bucketUnits.find((one) => days <= one.days)?.unit ?? 'month'
  const step = sql`interval '${sql.raw(`1 ${unit}`)}'`
  const local = sql`(h.at at time zone ${zone}::text)`
  // An hour of the day that clocks are set back to is there twice, so hours are those since the start.
  const series =
    unit === 'hour'
      ? sql`select at as key, at as begins from generate_series(${range.start}, ${range.end} - ${step}, ${step}) at`
      : sql`select at as key, ${startOf(sql`greatest(at, (${range.from})::timestamp)`, zone)} as begins
          from generate_series(date_trunc('${sql.raw(unit)}', (${range.from})::timestamp), (${range.to})::timestamp - interval '1 day', ${step}) at`
  const keyOf = unit === 'hour' ? sql`h.at` : sql`date_trunc('${sql.raw(unit)}', ${local})`
  const hours = db.$with('hours', { at: sql<string>`at`.as('at') }).as(sql`
    select date_bin('1 hour', paid_at, ${range.start}) as at, count(*) as orders, sum(paid_amount) as revenue
    from "order" where ${within(sql`paid_at`, range)} group by 1`)
  const [row] = await db
    .with(hours)
    .select({
      json: sql<Pick<Result, 'buckets' | 'by_hour'>>`json_build_object(
        'buckets', (
          select json_agg(json_build_object('from', s.begins, 'revenue', coalesce(b.revenue, 0),
            'orders_paid', coalesce(b.orders, 0)) order by s.begins)
          from (${series}) s left join (
            select ${keyOf} as key, sum(h.revenue)::bigint as revenue, sum(h.orders)::int as orders from hours h group by 1
          ) b on b.key = s.key),
        'by_hour', (
          select json_agg(coalesce(b.orders, 0) order by hour)
          from generate_series(0, 23) hour left join (
            select extract(hour from ${local})::int as at_hour, sum(h.orders)::int as orders from hours h group by 1
          ) b on b.at_hour = hour))`,
    })
    .from(sql`(values (1)) one`)
  return found(row, 'range').json
}

/** The sales of a range of days in a time zone. */
export async function readSales(db: Database, query: z.output<typeof SalesQuery>, zone: Zone): Promise<Result> {
  const days = daysIn(query)
  const range = rangeOf(date(query.from), date(query.to), zone)
  const before = comparedWith(query, zone)
  const [{ by_status, ...current }, compared, course] = await Promise.all([
    readFigures(db, range, days),
    before ? readFigures(db, before, days) : null,
    readCourse(db, range, days, zone),
  ])
  return { current, compared, ...course, by_status: withEvery(by_status) }
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

/** What sold best in a range of days in a time zone. */
export async function readTop(
  db: Database,
  { from, to, by }: z.output<typeof TopQuery>,
  zone: Zone,
): Promise<z.input<typeof Top>> {
  const range = rangeOf(date(from), date(to), zone)
  const [main, other] = by === 'pieces' ? ['pieces', 'money'] : ['money', 'pieces']
  const ordered = (rows: string) => sql.raw(`${rows}.${main} desc, ${rows}.${other} desc, ${rows}.id`)
  const sold = db.$with('sold', { product_id: sql<number>`product_id`.as('product_id') }).as(sql`
    select i.product_id, sum(i.count)::bigint as pieces, sum(i.paid_amount)::bigint as money
    from "order" o join order_item i on i.order_id = o.id
    where ${within(sql`o.paid_at`, range)} group by i.product_id`)
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
