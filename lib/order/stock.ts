import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { order_item } from '@/db/schema/order'
import { product, sku, stock_log } from '@/db/schema/product'
import type { Database } from '@/lib/database'

type Reason = (typeof stock_log.$inferInsert)['reason']

/** The pieces of an order; their SKUs locked in id order, as everywhere: two that hold each other's next would wait for ever. */
async function lockPieces(tx: Database, order_id: number) {
  const items = await tx
    .select({ sku_id: order_item.sku_id, product_id: order_item.product_id, count: order_item.count })
    .from(order_item)
    .where(eq(order_item.order_id, order_id))
    .orderBy(order_item.sku_id)
  const ids = items.map((item) => item.sku_id)
  const skus = await tx.select().from(sku).where(inArray(sku.id, ids)).orderBy(sku.id).for('no key update')
  return { items, skus }
}

async function move(tx: Database, order_id: number, sign: 1 | -1, reason: Reason, actor: number | null): Promise<void> {
  const moved = await tx
    .update(sku)
    .set({ stock: sql`${sku.stock} + ${sql.raw(String(sign))} * i.count` })
    .from(sql`order_item i`)
    .where(sql`i.order_id = ${order_id} and i.sku_id = ${sku.id}`)
    .returning({ sku_id: sku.id, delta: sql<number>`${sql.raw(String(sign))} * i.count`, balance: sku.stock })
  await tx.insert(stock_log).values(moved.map((row) => ({ ...row, reason, order_id, actor })))
}

/** Gives the pieces of an order back and writes the ledger. Called once for every way out of an order that holds them. */
export async function returnStock(
  tx: Database,
  order_id: number,
  reason: 'order_cancelled' | 'refunded',
  actor: number | null,
) {
  await lockPieces(tx, order_id)
  await move(tx, order_id, 1, reason, actor)
}

/** Takes the pieces of an order again, all or none; false: something is sold out or withdrawn meanwhile. */
export async function takeStockAgain(tx: Database, order_id: number): Promise<boolean> {
  const { items, skus } = await lockPieces(tx, order_id)
  const living = await tx
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
  const isThere = items.every(({ sku_id, product_id, count }) => {
    const one = skus.find((candidate) => candidate.id === sku_id)
    return one && !one.deleted_at && one.stock >= count && living.some((candidate) => candidate.id === product_id)
  })
  if (isThere) await move(tx, order_id, -1, 'order_revived', null)
  return isThere
}
