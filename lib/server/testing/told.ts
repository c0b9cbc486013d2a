import { sql } from 'drizzle-orm'
import * as tables from '@/db/tables'
import { database } from './factories'

/** Sets the time at which the stock of every SKU was told last, from now. */
export async function becomeTold(seconds: number): Promise<void> {
  const db = await database()
  await db.update(tables.stock_told).set({ told_at: sql`now() + make_interval(secs => ${seconds})` })
}

/** SKUs of whose ledger the events tell another sum, and events that do not follow from the one before. */
export async function toldFaults(): Promise<unknown[]> {
  const db = await database()
  return db.select({ id: sql`id`, fault: sql`fault` }).from(sql`(
    with told as (
      select id, resource_id as sku_id, (data ->> 'stock')::int as stock, (data ->> 'change')::int as change
      from event where type = 'stock.changed')
    select s.id, 'sum' as fault from sku s
      where (select coalesce(sum(delta), 0) from stock_log l where l.sku_id = s.id)
        <> (select coalesce(sum(change), 0) from told where told.sku_id = s.id)
    union all
    select id, 'step' from (
      select *, stock - change - coalesce(lag(stock) over (partition by sku_id order by id), 0) as gap from told) as steps
      where gap <> 0 or change = 0) as faults`)
}
