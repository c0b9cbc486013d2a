import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CancelReason } from '@/db/enums'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { statement } from '@/db/statement'
import type { Database } from '@/lib/database'
import { transition, tryTransition } from './status'
import { piecesOf, returnStock } from './stock'

/**
 * Cancels a customer's own order. It commits without waiting for the payment provider: open payments become `closing`,
 * and the code that closes them at the provider applies one that was paid meanwhile. Throws `not_found` or `order_state`.
 */
export async function cancelOwnOrder(tx: Database, user_id: number, id: number): Promise<void> {
  await transition(tx, id, 'cancel', { actor: user_id, set: cancelled('customer'), where: eq(order.user_id, user_id) })
  await releaseOrder(tx, id, user_id)
}

/** Cancels an unpaid order whose time to pay is over. False: it was paid or cancelled before. */
export async function expireOrder(tx: Database, id: number): Promise<boolean> {
  const set = cancelled('expired')
  const expired = await tryTransition(tx, id, 'expire', { actor: null, set, where: sql`${order.expires_at} <= now()` })
  if (expired) await releaseOrder(tx, id, null)
  return expired !== undefined
}

const cancelled = (cancel_reason: CancelReason) => ({ cancelled_at: sql`now()`, cancel_reason })

async function releaseOrder(tx: Database, order_id: number, actor: number | null): Promise<void> {
  await closeOpenPayments(tx, order_id)
  await returnStock(tx, await piecesOf(tx, order_id), { reason: 'order_cancelled', order_id, actor })
}

/** Marks the open payments of an order as `closing`: to be closed at the provider, right after the commit or by a job. */
export const closeOpenPayments = (tx: Database, order_id: number) => closeOpen(tx, { order_id })

const closeOpen = statement('close_open_payments', (db) =>
  db
    .update(payment)
    .set({ status: 'closing', next_try_at: sql`now()` })
    .where(and(eq(payment.order_id, sql.placeholder('order_id')), inArray(payment.status, ['created', 'prepaid']))),
)
