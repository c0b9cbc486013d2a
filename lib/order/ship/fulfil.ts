import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { after_sale } from '@/db/schema/after_sale'
import { order, shipment } from '@/db/schema/order'
import type { Database } from '@/lib/kit/database'
import { ownedBy, transition, transitionLocked } from '@/lib/order/status'

/** After the customer has confirmed receipt. Throws `not_found` or `order_state`. */
export async function confirmForCustomer(tx: Database, user_id: number, id: number): Promise<void> {
  const set = { completed_at: sql`now()` }
  await transition(tx, id, 'complete', { actor: { kind: 'customer', user_id }, set, where: ownedBy(user_id) })
}

/** Received according to the platform. false: a refund is under way or a case is open. */
export async function completeReceived(tx: Database, locked: typeof order.$inferSelect): Promise<boolean> {
  if (locked.status !== 'shipped' || locked.promised_amount !== locked.refunded_amount) return false
  if (await tx.$count(after_sale, and(eq(after_sale.order_id, locked.id), eq(after_sale.open, true)))) return false
  await transitionLocked(tx, locked, 'complete', { actor: { kind: 'system' }, set: { completed_at: sql`now()` } })
  return true
}

const batch = 50

/**
 * At most 50, shipped `days` ago, and delivered if that is known, without a refund under way or an open case. Returns the
 * number of orders looked at.
 * Concurrent runs skip each other's locked rows.
 */
export async function completeShipped(tx: Database, days: number): Promise<number> {
  const openCases = tx
    .select({ order_id: after_sale.order_id })
    .from(after_sale)
    .where(and(eq(after_sale.order_id, order.id), eq(after_sale.open, true)))
  const justDelivered = tx
    .select({ order_id: shipment.order_id })
    .from(shipment)
    .where(
      and(
        eq(shipment.order_id, order.id),
        isNull(shipment.revoked_at),
        eq(shipment.tracking, 'delivered'),
        sql`${shipment.tracking_at} > now() - make_interval(days => ${days})`,
      ),
    )
  const due = await tx
    .select({ id: order.id })
    .from(order)
    // PostgreSQL checks an order's own columns again after locking the row, but not the subquery on cases. So the cases
    // are read again below.
    .where(
      and(
        eq(order.status, 'shipped'),
        sql`${order.shipped_at} <= now() - make_interval(days => ${days})`,
        eq(order.promised_amount, order.refunded_amount),
        notExists(openCases),
        notExists(justDelivered),
      ),
    )
    .orderBy(order.shipped_at)
    .limit(batch)
    .for('no key update', { skipLocked: true })
  const ids = due.map(({ id }) => id)
  const opened = await tx
    .select({ order_id: after_sale.order_id })
    .from(after_sale)
    .where(and(inArray(after_sale.order_id, ids), eq(after_sale.open, true)))
  for (const id of ids) {
    if (opened.some(({ order_id }) => order_id === id)) continue
    await transition(tx, id, 'complete', { actor: { kind: 'system' }, set: { completed_at: sql`now()` } })
  }
  return due.length
}
