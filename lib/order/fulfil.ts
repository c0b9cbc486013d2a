import { and, eq, sql } from 'drizzle-orm'
import { order, shipment } from '@/db/schema/order'
import type { Database } from '@/lib/database'
import { transition } from './status'

/** Records that staff handed a paid order to a carrier. Throws `not_found` or `order_state`. */
export async function shipOrder(
  tx: Database,
  id: number,
  { carrier, tracking_no, actor }: { carrier: string; tracking_no: string; actor: number },
) {
  await transition(tx, id, 'ship', { actor, set: { shipped_at: sql`now()` } })
  await tx.insert(shipment).values({ order_id: id, carrier, tracking_no })
}

/** The customer confirms receipt. Throws `not_found` or `order_state`. */
export async function confirmOwnOrder(tx: Database, user_id: number, id: number): Promise<void> {
  await transition(tx, id, 'complete', {
    actor: user_id,
    set: { completed_at: sql`now()` },
    where: eq(order.user_id, user_id),
  })
}

const batch = 50

/**
 * Completes at most 50 orders that were shipped at least `days` days ago; returns how many. Concurrent runs skip each
 * other's locked rows.
 */
export async function completeShipped(tx: Database, days: number): Promise<number> {
  const due = await tx
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.status, 'shipped'), sql`${order.shipped_at} <= now() - make_interval(days => ${days})`))
    .orderBy(order.shipped_at)
    .limit(batch)
    .for('no key update', { skipLocked: true })
  for (const { id } of due) await transition(tx, id, 'complete', { actor: null, set: { completed_at: sql`now()` } })
  return due.length
}
