import { and, eq, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import type { Database } from '@/lib/database'
import { transition } from './status'

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
 * Completes at most 50 orders of which the last parcel was shipped at least `days` days ago, and no refund is under way;
 * returns how many. Concurrent runs skip each other's locked rows.
 */
export async function completeShipped(tx: Database, days: number): Promise<number> {
  const due = await tx
    .select({ id: order.id })
    .from(order)
    // Of the order's own columns alone, which are read again after waiting for its lock.
    .where(
      and(
        eq(order.status, 'shipped'),
        sql`${order.shipped_at} <= now() - make_interval(days => ${days})`,
        eq(order.promised_amount, order.refunded_amount),
      ),
    )
    .orderBy(order.shipped_at)
    .limit(batch)
    .for('no key update', { skipLocked: true })
  for (const { id } of due) await transition(tx, id, 'complete', { actor: null, set: { completed_at: sql`now()` } })
  return due.length
}
