import { and, eq, sql } from 'drizzle-orm'
import { order, shipment } from '@/db/schema/order'
import type { Database } from '@/lib/database'
import { makeMove } from './status'

/** Staff hand a paid order to a carrier. Throws `not_found` or `order_state`. */
export async function shipOrder(
  tx: Database,
  id: number,
  { carrier, tracking_no, actor }: { carrier: string; tracking_no: string; actor: number },
) {
  await makeMove(tx, id, 'ship', { actor, set: { shipped_at: sql`now()` } })
  await tx.insert(shipment).values({ order_id: id, carrier, tracking_no })
}

/** The customer confirms receipt. Throws `not_found` or `order_state`. */
export async function confirmOwnOrder(tx: Database, user_id: number, id: number): Promise<void> {
  await makeMove(tx, id, 'complete', {
    actor: user_id,
    set: { completed_at: sql`now()` },
    where: eq(order.user_id, user_id),
  })
}

const batch = 50

/** Completes orders that have been on their way for so many days; answers how many. Any number of runners share the work. */
export async function completeShipped(tx: Database, days: number): Promise<number> {
  const due = await tx
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.status, 'shipped'), sql`${order.shipped_at} <= now() - make_interval(days => ${days})`))
    .orderBy(order.shipped_at)
    .limit(batch)
    .for('no key update', { skipLocked: true })
  for (const { id } of due) await makeMove(tx, id, 'complete', { actor: null, set: { completed_at: sql`now()` } })
  return due.length
}
