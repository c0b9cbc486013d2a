import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { sku, stock_log } from '@/db/schema/product'
import { type InvalidParam, problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import { type Adjustment, maxStock } from './schema'

interface Adjusted {
  sku_id: number
  delta: number
  balance: number
}

/**
 * All or none, with ledger entries; each SKU once. Returns all SKUs in the sequence of the request. Throws `invalid_request` (unknown,
 * or withdrawn SKU, above `maxStock`), 409 `stale_stock` (not `expected`), or 409 `out_of_stock` (would be
 * negative).
 */
export async function adjustStock(
  db: Database,
  { items, reason, note }: Adjustment,
  actor: Staff,
): Promise<Adjusted[]> {
  const stocks = await lockStocks(
    db,
    items.map(({ sku_id }) => sku_id),
  )
  refuseUnknown(items, stocks)
  const stockOf = (sku_id: number) => stocks.get(sku_id) ?? 0
  const stale = items.flatMap(({ sku_id, expected }) =>
    expected === undefined || expected === stockOf(sku_id) ? [] : [{ sku_id, expected, present: stockOf(sku_id) }],
  )
  if (stale.length > 0) {
    throw problem('stale_stock', {
      detail: `${stale.length} of ${items.length} SKUs have another stock than expected.`,
      members: { items: stale },
    })
  }
  const adjusted = items.map(({ sku_id, delta, counted }) => {
    const balance = counted ?? stockOf(sku_id) + (delta ?? 0)
    return { sku_id, delta: balance - stockOf(sku_id), balance }
  })
  const shortages = adjusted.flatMap(({ sku_id, delta, balance }) =>
    balance < 0 ? [{ sku_id, requested: -delta, available: stockOf(sku_id) }] : [],
  )
  if (shortages.length > 0) {
    throw problem('out_of_stock', {
      detail: `${shortages.length} of ${items.length} SKUs have fewer pieces than are to be taken off.`,
      members: { shortages },
    })
  }
  const changed = adjusted.filter(({ delta }) => delta !== 0)
  if (changed.length > 0) {
    await db
      .update(sku)
      .set({ stock: sql`r.balance` })
      .from(sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (sku_id int, balance int)`)
      // The ids are passed once more as an array: the planner assumes 100 rows for JSON, and may read the whole table.
      .where(
        and(
          eq(sku.id, sql`r.sku_id`),
          inArray(
            sku.id,
            changed.map(({ sku_id }) => sku_id),
          ),
        ),
      )
    await db.insert(stock_log).values(changed.map((one) => ({ ...one, reason, note, actor: actor.user_id })))
  }
  return adjusted
}

/** By id, like every transaction. Without deleted SKUs. */
async function lockStocks(db: Database, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: sku.id, stock: sku.stock })
    .from(sku)
    .where(and(inArray(sku.id, ids), isNull(sku.deleted_at)))
    .orderBy(sku.id)
    .for('no key update')
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

function refuseUnknown(items: Adjustment['items'], stocks: Map<number, number>): void {
  const faults = items.flatMap(({ sku_id, delta = 0 }, at): InvalidParam[] => {
    const stock = stocks.get(sku_id)
    const name = `items.${at}`
    if (stock === undefined)
      return [{ in: 'body', name: `${name}.sku_id`, code: 'not_found', reason: 'There is no such SKU.' }]
    if (stock + delta > maxStock) {
      const params = { maximum: maxStock - stock }
      return [
        { in: 'body', name: `${name}.delta`, code: 'out_of_range', reason: 'The stock would be too large.', params },
      ]
    }
    return []
  })
  const [first] = faults
  if (first)
    throw problem('invalid_request', { detail: `${first.name}: ${first.reason}`, invalid_params: faults.slice(0, 20) })
}
