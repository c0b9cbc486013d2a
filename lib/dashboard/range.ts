import { type SQL, sql } from 'drizzle-orm'
import type { Settings } from '@/lib/kit/config/registry'

/* Shared by the figures and the statement, so that their sums are the same. */

export type Zone = Settings['shop.time_zone']

export const startOf = (day: SQL, zone: Zone) => sql`((${day})::timestamp at time zone ${zone}::text)`

export interface Range {
  /** First day (`from`) and the day after the last (`to`). */
  from: SQL
  to: SQL
  /** Begin of `from` and `to` in the time zone of the range. */
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

/** Refunds `r`, without those of payments that are no revenue, such as double payments. */
export const isPaidBack = (range: Range) => sql`${within(sql`r.succeeded_at`, range)} and not exists (
  select from payment p where p.id = r.payment_id and not p.settles and p.paid_at is not null)`

/**
 * By `keyOf` of the moment: a line when its order was paid, with the cost of all pieces; a refund when it succeeded.
 * Only pieces that returned to stock lower the cost again. Without shipping fees. `cost_unknown_amount`: paid for
 * lines without a cost, which cost and profit leave out; `unknown_income`: less refunds of them.
 */
export const earnedBy = (keyOf: (moment: SQL) => SQL, range: Range) => sql`
  select key, sum(cost)::bigint as cost, sum(sales - cost)::bigint as gross_profit, sum(sales)::bigint as sales,
    sum(unknown)::bigint as cost_unknown_amount, sum(unknown - unknown_back)::bigint as unknown_income
  from (
    select ${keyOf(sql`paid_at`)} as key, coalesce(sum(cost::bigint * count), 0) as cost,
      coalesce(sum(paid_amount) filter (where cost is not null), 0) as sales,
      coalesce(sum(paid_amount) filter (where cost is null), 0) as unknown, 0 as unknown_back
    from order_item where ${within(sql`paid_at`, range)} group by 1
    union all
    select ${keyOf(sql`r.succeeded_at`)}, -coalesce(sum(i.cost::bigint * c.restock_count), 0),
      -coalesce(sum(c.amount) filter (where i.cost is not null), 0), 0,
      coalesce(sum(c.amount) filter (where i.cost is null), 0)
    from refund r join refund_item c on c.refund_id = r.id join order_item i on i.id = c.order_item_id
    where ${isPaidBack(range)} group by 1
  ) moved group by key`

/** Of `earned`, a row of {@link earnedBy} or nulls. `net`: paid less refunds; all of it that is not for goods is for shipping. */
export const incomesOf = (net: SQL) => sql`'unknown_income', coalesce(earned.unknown_income, 0),
  'freight_income', ${net} - coalesce(earned.sales + earned.unknown_income, 0)`
