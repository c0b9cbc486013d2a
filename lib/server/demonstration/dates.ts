import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as tables from '@/db/tables'
import type { Database } from '@/lib/kit/database'

type Condition = (id: number) => SQL

const ofOrder: Condition = (id) => sql`order_id = ${id}`
const ofCases: Condition = (id) => sql`after_sale_id in (select id from after_sale where order_id = ${id})`
const ofPayments: Condition = (id) => sql`payment_id in (select id from payment where order_id = ${id})`
const ofTrades: Condition = (id) => sql`out_trade_no in (select payment_no from payment where order_id = ${id})`

/** The condition selects the rows of one order. */
const dated: [PgTable, Condition][] = [
  [tables.order, (id) => sql`id = ${id}`],
  [tables.order_item, ofOrder],
  [tables.order_discount, ofOrder],
  [tables.coupon, ofOrder],
  [tables.order_log, ofOrder],
  [tables.order_pickup, ofOrder],
  [tables.order_note, ofOrder],
  [tables.shipment, ofOrder],
  [tables.shipping_report, ofOrder],
  [tables.stock_log, ofOrder],
  [tables.payment, ofOrder],
  [tables.refund, ofPayments],
  [tables.after_sale, ofOrder],
  [tables.invoice, ofOrder],
  [tables.after_sale_log, ofCases],
  [tables.sandbox_trade, ofTrades],
  [tables.sandbox_refund, (id) => sql`trade_id in (select id from sandbox_trade where ${ofTrades(id)})`],
]

/**
 * Moves deadlines, too. New rows have times not before `now()`, which is constant within a transaction. One statement
 * for all tables, because there are many orders.
 */
export async function redate(tx: Database, id: number, hours_ago: number): Promise<void> {
  const by = sql`make_interval(secs => ${Math.round(hours_ago * 3_600)})`
  const parts = dated.map(([table, condition], at) => {
    const moments = Object.values(getTableColumns(table)).filter(({ columnType }) => columnType === 'PgTimestamp')
    const changes = moments.map(({ name }) => {
      const column = sql.identifier(name)
      return sql`${column} = case when ${column} >= now()::timestamptz(3) then ${column} - ${by} else ${column} end`
    })
    return sql`${sql.identifier(`t${at}`)} as (update ${table} set ${sql.join(changes, sql`, `)} where ${condition(id)})`
  })
  await tx.execute(sql`with ${sql.join(parts, sql`, `)} select`)
}
