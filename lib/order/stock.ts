import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { order_item } from '@/db/schema/order'
import { product, sku, stock_log } from '@/db/schema/product'
import type { Database } from '@/lib/database'

type Reason = (typeof stock_log.$inferInsert)['reason']

const itemsOf = (tx: Database, order_id: number) =>
  tx
    .select({ sku_id: order_item.sku_id, product_id: order_item.product_id, count: order_item.count })
    .from(order_item)
    .where(eq(order_item.order_id, order_id))
    .orderBy(order_item.sku_id)

/** Locks the SKUs of an order in id order, as everywhere, so that two orders cannot deadlock. */
const lockSkus = (tx: Database, items: { sku_id: number }[]) =>
  tx
    .select()
    .from(sku)
    .where(
      inArray(
        sku.id,
        items.map((item) => item.sku_id),
      ),
    )
    .orderBy(sku.id)
    .for('no key update')

/** Adds (1) or subtracts (-1) the pieces of an order and writes the stock ledger. */
export async function changeStock(
  tx: Database,
  order_id: number,
  sign: 1 | -1,
  reason: Reason,
  actor: number | null,
): Promise<void> {
  const changes = await tx
    .update(sku)
    .set({ stock: sql`${sku.stock} + ${sql.raw(String(sign))} * i.count` })
    .from(sql`order_item i`)
    .where(sql`i.order_id = ${order_id} and i.sku_id = ${sku.id}`)
    .returning({ sku_id: sku.id, delta: sql<number>`${sql.raw(String(sign))} * i.count`, balance: sku.stock })
  await tx.insert(stock_log).values(changes.map((row) => ({ ...row, reason, order_id, actor })))
}

/** Returns the pieces of an order to stock and writes the ledger. To be called once per order that had them reserved. */
export async function returnStock(
  tx: Database,
  order_id: number,
  reason: 'order_cancelled' | 'refunded',
  actor: number | null,
) {
  await lockSkus(tx, await itemsOf(tx, order_id))
  await changeStock(tx, order_id, 1, reason, actor)
}

/** Reserves the pieces of an order again, all or none. False: a SKU is sold out or its product was deleted. */
export async function reserveStockAgain(tx: Database, order_id: number): Promise<boolean> {
  const items = await itemsOf(tx, order_id)
  // Before the SKUs, as everywhere: what they have sold is counted in a moment.
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
  const skus = await lockSkus(tx, items)
  const isAvailable = items.every(({ sku_id, product_id, count }) => {
    const one = skus.find((candidate) => candidate.id === sku_id)
    return one && !one.deleted_at && one.stock >= count && products.some((candidate) => candidate.id === product_id)
  })
  if (isAvailable) await changeStock(tx, order_id, -1, 'order_revived', null)
  return isAvailable
}
