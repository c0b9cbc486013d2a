import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { order_item } from '@/db/schema/order'
import { product, sku, stock_log } from '@/db/schema/product'
import type { Database } from '@/lib/kit/database'
import { type Actor, actorId } from '@/lib/kit/people/actor'
import { takeDealsAgain } from '@/lib/pricing/held-deals'

/** By SKU id. */
export const piecesOf = (tx: Database, order_id: number) =>
  tx
    .select({ sku_id: order_item.sku_id, product_id: order_item.product_id, count: order_item.count })
    .from(order_item)
    .where(eq(order_item.order_id, order_id))
    .orderBy(order_item.sku_id)

const idsOf = (pieces: Pieces[]) => pieces.map(({ sku_id }) => sku_id)

/** In the sequence of their ids, like every transaction, so that two orders cannot deadlock. */
const lockSkus = (tx: Database, pieces: Pieces[]) =>
  tx
    .select()
    .from(sku)
    .where(inArray(sku.id, idsOf(pieces)))
    .orderBy(sku.id)
    .for('no key update')

export interface Pieces {
  sku_id: number
  count: number
}

/** For the stock ledger. */
type Entry = Pick<typeof stock_log.$inferInsert, 'reason' | 'order_id' | 'refund_id'> & { actor: Actor }

/** `sign`: 1 adds, -1 subtracts. Writes the stock ledger. */
async function changeStock(tx: Database, pieces: Pieces[], sign: 1 | -1, entry: Entry): Promise<void> {
  const deltas = pieces.map(({ sku_id, count }) => ({ sku_id, delta: sign * count }))
  const changes = await tx
    .update(sku)
    .set({ stock: sql`${sku.stock} + d.delta` })
    .from(sql`jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as d (sku_id int, delta int)`)
    // The ids are passed once more as an array: the planner assumes 100 rows for JSON, and may read the whole table.
    .where(and(eq(sku.id, sql`d.sku_id`), inArray(sku.id, idsOf(pieces))))
    .returning({ sku_id: sku.id, delta: sql<number>`d.delta`, balance: sku.stock })
  await tx.insert(stock_log).values(changes.map((row) => ({ ...row, ...entry, actor: actorId(entry.actor) })))
}

/** Writes the stock ledger. */
export async function returnStock(tx: Database, pieces: Pieces[], entry: Entry): Promise<void> {
  if (pieces.length === 0) return
  await lockSkus(tx, pieces)
  await changeStock(tx, pieces, 1, entry)
}

/** All or none, also in deals. false: too few pieces, or the SKU or its product was deleted. */
export async function reserveStockAgain(tx: Database, order_id: number): Promise<boolean> {
  const items = await piecesOf(tx, order_id)
  const skus = await lockSkus(tx, items)
  // Products are locked after the SKUs, as everywhere, and all at once: paying the order updates their sales next.
  const products = await tx
    .select({ id: product.id })
    .from(product)
    .where(
      and(
        inArray(
          product.id,
          items.map((item) => item.product_id),
        ),
        isNull(product.deleted_at),
      ),
    )
    .orderBy(product.id)
    .for('no key update')
  const isAvailable = items.every(({ sku_id, product_id, count }) => {
    const one = skus.find((candidate) => candidate.id === sku_id)
    return one && !one.deleted_at && one.stock >= count && products.some((candidate) => candidate.id === product_id)
  })
  if (!isAvailable || !(await takeDealsAgain(tx, order_id))) return false
  await changeStock(tx, items, -1, { reason: 'order_revived', order_id, actor: { kind: 'provider' } })
  return true
}
