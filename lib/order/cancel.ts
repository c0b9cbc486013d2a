import { and, eq, inArray, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { statement } from '@/db/statement'
import type { Database } from '@/lib/database'
import { makeMove, tryMove } from './status'
import { returnStock } from './stock'

/**
 * The customer's own cancellation. It commits at once and never waits for the provider: open payments become
 * `closing`, and whoever closes them deals with one that was paid in that very moment. Throws `not_found` or
 * `order_state`.
 */
export async function cancelOwnOrder(tx: Database, user_id: number, id: number): Promise<void> {
  const set = { cancelled_at: sql`now()`, cancel_reason: 'customer' }
  await makeMove(tx, id, 'cancel', { actor: user_id, set, where: eq(order.user_id, user_id) })
  await letGo(tx, id, user_id)
}

/** Nobody paid in time. False: somebody did, or it was cancelled already. */
export async function expireOrder(tx: Database, id: number): Promise<boolean> {
  const set = { cancelled_at: sql`now()`, cancel_reason: 'expired' }
  const moved = await tryMove(tx, id, 'expire', { actor: null, set, where: sql`${order.expires_at} <= now()` })
  if (moved) await letGo(tx, id, null)
  return moved !== undefined
}

async function letGo(tx: Database, order_id: number, actor: number | null): Promise<void> {
  await closeOpenPayments(tx, order_id)
  await returnStock(tx, order_id, 'order_cancelled', actor)
}

/** Open attempts to pay this order are to be closed at the provider, by whoever comes first. */
export const closeOpenPayments = (tx: Database, order_id: number) => closeOpen(tx, { order_id })

const closeOpen = statement('close_open_payments', (db) =>
  db
    .update(payment)
    .set({ status: 'closing', next_try_at: sql`now()` })
    .where(and(eq(payment.order_id, sql.placeholder('order_id')), inArray(payment.status, ['created', 'prepaid']))),
)
