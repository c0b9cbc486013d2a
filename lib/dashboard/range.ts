import { type SQL, sql } from 'drizzle-orm'
import type { Settings } from '@/lib/kit/config/registry'

/*
 * Ranges of days, and the rows that count in a range: shared by the figures and the statement, so that their sums are
 * the same.
 */

export type Zone = Settings['shop.time_zone']

/** The first moment of a day in a time zone. */
export const startOf = (day: SQL, zone: Zone) => sql`((${day})::timestamp at time zone ${zone}::text)`

export interface Range {
  /** Dates. */
  from: SQL
  to: SQL
  /** Moments. */
  start: SQL
  end: SQL
}

export const rangeOf = (from: SQL, to: SQL, zone: Zone): Range => ({
  from,
  to,
  start: startOf(from, zone),
  end: startOf(to, zone),
})

export const date = (day: string) => sql`${day}::date`

export const within = (column: SQL, { start, end }: Range) => sql`${column} >= ${start} and ${column} < ${end}`

/** The condition for the refunds `r` of a range. Payments that are no revenue, such as double ones, have none. */
export const isPaidBack = (range: Range) => sql`${within(sql`r.succeeded_at`, range)} and not exists (
  select from payment p where p.id = r.payment_id and not p.settles and p.paid_at is not null)`

/**
 * Selects the earnings of the lines with a known cost in a range, by a key of the time at which money moved: `cost`,
 * `gross_profit`, and `sales`, the money that they brought. `cost_unknown_amount` is what was paid for lines without a
 * cost, which are in none of the others.
 *
 * Lines count when their order was paid: what was paid for them, and the cost of all pieces. Refunds of these lines count
 * when they succeeded: their amount is taken off, and so is the cost of the pieces that returned to stock, because these
 * can be sold again. The cost of other refunded pieces stays. Shipping fees are no part of it.
 */
export const earnedBy = (keyOf: (moment: SQL) => SQL, range: Range) => sql`
  select key, sum(cost)::bigint as cost, sum(sales - cost)::bigint as gross_profit, sum(sales)::bigint as sales,
    sum(unknown)::bigint as cost_unknown_amount
  from (
    select ${keyOf(sql`paid_at`)} as key, coalesce(sum(cost::bigint * count), 0) as cost,
      coalesce(sum(paid_amount) filter (where cost is not null), 0) as sales,
      coalesce(sum(paid_amount) filter (where cost is null), 0) as unknown
    from order_item where ${within(sql`paid_at`, range)} group by 1
    union all
    select ${keyOf(sql`r.succeeded_at`)}, -sum(i.cost::bigint * c.restock_count), -sum(c.amount), 0
    from refund r join refund_item c on c.refund_id = r.id join order_item i on i.id = c.order_item_id
    where i.cost is not null and ${isPaidBack(range)} group by 1
  ) moved group by key`
