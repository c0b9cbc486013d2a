import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { Yuan } from '@/lib/kit/api/csv/yuan'
import { type Caller, holds } from '@/lib/kit/api/endpoint/caller'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { date, earnedBy, incomesOf, isPaidBack, rangeOf, within, type Zone } from './range'
import type { Period, StatementQuery } from './schema'

type Query = z.output<typeof StatementQuery>
type Row = z.input<typeof Period>

/** By day or month in a time zone. */
export async function readStatement(
  db: Database,
  { from, to, by }: Query,
  { zone, with_costs }: { zone: Zone; with_costs: boolean },
): Promise<Row[]> {
  const range = rangeOf(date(from), date(to), zone)
  const unit = sql.raw(`'${by}'`)
  const step = sql.raw(`interval '1 ${by}'`)
  const keyOf = (moment: SQL) => sql`date_trunc(${unit}, ${moment} at time zone ${zone}::text)`
  const [row] = await db
    .select({
      json: sql<Row[]>`json_agg(json_build_object(
        'from', greatest(s.key, ${range.from})::date, 'to', least(s.key + ${step}, ${range.to})::date,
        'orders_paid', coalesce(paid.orders, 0), 'items_amount', coalesce(paid.items, 0),
        'freight_amount', coalesce(paid.freight, 0), 'promotion_amount', coalesce(paid.promotions, 0),
        'shop_discount_amount', coalesce(paid.discounts - paid.promotions, 0), 'revenue', coalesce(paid.revenue, 0),
        'refunded', coalesce(back.refunded, 0), 'net', ${net}
        ${with_costs ? costs : sql``}) order by s.key)`,
    })
    .from(sql`generate_series(date_trunc(${unit}, (${range.from})::timestamp), (${range.to})::timestamp - interval '1 day', ${step}) s (key)
      left join (
        select ${keyOf(sql`paid_at`)} as key, count(*)::int as orders, sum(items_amount)::bigint as items,
          sum(freight_amount)::bigint as freight, sum(promotion_amount)::bigint as promotions,
          sum(discount_amount)::bigint as discounts, sum(paid_amount)::bigint as revenue
        from "order" where ${within(sql`paid_at`, range)} group by 1
      ) paid on paid.key = s.key
      left join (
        select ${keyOf(sql`r.succeeded_at`)} as key, sum(r.amount)::bigint as refunded
        from refund r where ${isPaidBack(range)} group by 1
      ) back on back.key = s.key
      ${with_costs ? sql`left join (${earnedBy(keyOf, range)}) earned on earned.key = s.key` : sql``}`)
  return found(row, 'range').json
}

const net = sql`coalesce(paid.revenue, 0) - coalesce(back.refunded, 0)`

const costs = sql`, 'cost', coalesce(earned.cost, 0), 'gross_profit', coalesce(earned.gross_profit, 0),
  'cost_unknown_amount', coalesce(earned.cost_unknown_amount, 0), ${incomesOf(net)}`

const columns = [
  'first_day',
  'last_day',
  'orders_paid',
  'goods_yuan',
  'freight_yuan',
  'promotion_yuan',
  'shop_discount_yuan',
  'received_yuan',
  'refunded_yuan',
  'net_yuan',
] as const
const costColumns = [
  'cost_yuan',
  'gross_profit_yuan',
  'cost_unknown_yuan',
  'unknown_income_yuan',
  'freight_income_yuan',
] as const

export const statementWords = { texts: 'dashboard', group: 'csv' } as const

export function statementFile(query: Query, { zone, caller }: { zone: Zone; caller: Caller }) {
  const with_costs = holds(caller, 'cms.product.cost')
  const shown = with_costs ? [...columns, ...costColumns] : [...columns]
  return {
    columns: shown,
    async next(db: Database) {
      const rows = await readStatement(db, query, { zone, with_costs })
      const items = rows.map((row) => {
        const cells = cellsOf(row)
        return shown.map((column) => cells[column])
      })
      return { items, next_cursor: null }
    },
  }
}

type Column = (typeof columns)[number] | (typeof costColumns)[number]

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const cellsOf = (row: Row): Record<Column, string | number | Yuan> => ({
  first_day: row.from,
  last_day: dayBefore(row.to),
  orders_paid: row.orders_paid,
  goods_yuan: new Yuan(row.items_amount),
  freight_yuan: new Yuan(row.freight_amount),
  promotion_yuan: new Yuan(row.promotion_amount),
  shop_discount_yuan: new Yuan(row.shop_discount_amount),
  received_yuan: new Yuan(row.revenue),
  refunded_yuan: new Yuan(row.refunded),
  net_yuan: new Yuan(row.net),
  cost_yuan: new Yuan(row.cost ?? 0),
  gross_profit_yuan: new Yuan(row.gross_profit ?? 0),
  cost_unknown_yuan: new Yuan(row.cost_unknown_amount ?? 0),
  unknown_income_yuan: new Yuan(row.unknown_income ?? 0),
  freight_income_yuan: new Yuan(row.freight_income ?? 0),
})
