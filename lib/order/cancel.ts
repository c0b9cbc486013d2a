import { and, eq, inArray, sql } from 'drizzle-orm'
import { order, order_item, order_log } from '@/db/schema/order'
import { sku, stock_log } from '@/db/schema/product'
import { problem } from '@/lib/api/problem'
import type { Database } from '@/lib/database'
import { movesFrom } from './status'

/**
 * The customer's own cancellation: one conditional update decides, so that of two at once, or of a cancellation and a
 * payment, only one happens. Throws `not_found` or `order_state`.
 */
export async function cancelOwnOrder(tx: Database, user_id: number, id: number): Promise<void> {
  const own = and(eq(order.id, id), eq(order.user_id, user_id))
  const [cancelled] = await tx
    .update(order)
    .set({
      status: 'cancelled',
      cancelled_at: sql`now()`,
      cancel_reason: 'customer',
      next_try_at: null,
      version: sql`${order.version} + 1`,
    })
    .where(and(own, inArray(order.status, movesFrom.cancel)))
    .returning({ id: order.id })
  if (!cancelled) {
    const [found] = await tx.select({ status: order.status }).from(order).where(own)
    if (!found) throw problem('not_found', { detail: 'There is no such order.' })
    throw problem('order_state', {
      detail: `An order that is ${found.status} cannot be cancelled; only one that is unpaid can.`,
    })
  }
  await tx
    .insert(order_log)
    .values({ order_id: id, action: 'cancel', from_status: 'unpaid', to_status: 'cancelled', actor: user_id })
  await returnStock(tx, id, user_id)
}

/** Gives the pieces of an order back and writes the ledger; called once for every way out of `unpaid`. */
async function returnStock(tx: Database, order_id: number, actor: number | null): Promise<void> {
  const items = await tx
    .select({ sku_id: order_item.sku_id, count: order_item.count })
    .from(order_item)
    .where(eq(order_item.order_id, order_id))
    .orderBy(order_item.sku_id)
  const ids = items.map((item) => item.sku_id)
  // In id order, as everywhere: two that hold each other's next SKU would wait for ever.
  await tx.select({ id: sku.id }).from(sku).where(inArray(sku.id, ids)).orderBy(sku.id).for('no key update')
  const returned = await tx
    .update(sku)
    .set({ stock: sql`${sku.stock} + i.count` })
    .from(sql`order_item i`)
    .where(sql`i.order_id = ${order_id} and i.sku_id = ${sku.id}`)
    .returning({ sku_id: sku.id, delta: sql<number>`i.count`, balance: sku.stock })
  await tx
    .insert(stock_log)
    .values(returned.map((row) => ({ ...row, reason: 'order_cancelled' as const, order_id, actor })))
}
