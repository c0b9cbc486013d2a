import { eq, sql } from 'drizzle-orm'
import { event, stock_told } from '@/db/schema/event'
import { sku } from '@/db/schema/product'
import type { EventData } from '@/lib/event/schema'
import { connection, type Database } from '@/lib/kit/database'
import { runBatches } from '@/lib/kit/job/claim'

/** SKUs of one batch. */
const batchSize = 1_000

/**
 * Writes `stock.changed` for each SKU whose stock is not what was told last, at most one in a minute of the clock. The
 * stock is the sum of the ledger, so the order in which changes are committed does not matter.
 */
export const tellStock = (until?: number) =>
  runBatches(
    async () => {
      const { transaction } = await connection()
      const told = await transaction(tellBatch)
      return { claimed: told, done: { told } }
    },
    until,
    batchSize,
  )

/** Returns the number of SKUs. */
async function tellBatch(tx: Database): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.stock_told'))`)
  // A statement of its own, which sees what another run has told before the lock was granted.
  const before = sql<number>`coalesce(${stock_told.stock}, 0)`
  const changed = await tx
    .select({ id: sku.id, product_id: sku.product_id, stock: sku.stock, change: sql<number>`${sku.stock} - ${before}` })
    .from(sku)
    .leftJoin(stock_told, eq(stock_told.sku_id, sku.id))
    .where(
      sql`${sku.stock} <> ${before} and (${stock_told.told_at} is null or ${stock_told.told_at} < date_trunc('minute', now()))`,
    )
    .orderBy(sku.id)
    .limit(batchSize)
  if (changed.length === 0) return 0
  await tx
    .insert(stock_told)
    .values(changed.map(({ id, stock }) => ({ sku_id: id, stock, told_at: sql`now()` })))
    .onConflictDoUpdate({
      target: stock_told.sku_id,
      set: { stock: sql`excluded.stock`, told_at: sql`excluded.told_at` },
    })
  await tx.insert(event).values(
    changed.map(({ id, ...data }) => ({
      type: 'stock.changed' as const,
      resource: 'sku',
      resource_id: id,
      data: data satisfies EventData<'stock.changed'>,
    })),
  )
  return changed.length
}
