import { and, eq, inArray, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { connection } from '@/lib/kit/database'
import { claimedUntil, claimLimit, runBatches } from '@/lib/kit/job/claim'
import { expireOrder } from '@/lib/order/change/cancel'
import { openAttempts } from '@/lib/payment/apply'
import { closeAttempt, closeAttempts, followPayment } from '@/lib/payment/provider'

/**
 * The grace time for a provider that does not respond, in milliseconds after `expires_at`. Until then, an unpaid order
 * is not canceled. A payment that is found after the cancellation revives the order or is refunded.
 */
const providerGraceMilliseconds = 3_600_000

export type Expired = {
  expired: number
  /** The number of orders that were already paid: a query at the provider found the payment, which was applied. */
  paid: number
  /** The number of orders that are left for a later run, because the provider did not respond. */
  left: number
}

/**
 * Cancels unpaid orders after `expires_at`. Before that, queries the open payments of each order at the provider and
 * closes them. A run claims rows by moving `next_try_at` forward. Concurrent runs share the work, and the rows of a
 * crashed run become due again.
 */
export const expireDue = (until?: number) => runBatches(expireBatch, until)

async function expireBatch(): Promise<{ claimed: number; done: Expired }> {
  const { db } = await connection()
  const due = db
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.status, 'unpaid'), sql`${order.next_try_at} <= now()`, sql`${order.expires_at} <= now()`))
    .orderBy(order.next_try_at)
    .limit(claimLimit)
    .for('update', { skipLocked: true })
  const claimed = await db
    .update(order)
    .set({ next_try_at: claimedUntil, updated_at: order.updated_at })
    .where(inArray(order.id, due))
    .returning({ id: order.id, expires_at: order.expires_at })
  const done: Expired = { expired: 0, paid: 0, left: 0 }
  for (const { id, expires_at } of claimed) done[await expireOne(id, expires_at)] += 1
  return { claimed: claimed.length, done }
}

async function expireOne(id: number, expires_at: Date): Promise<keyof Expired> {
  const { transaction } = await connection()
  const settled = await settleAttempts(id).catch(() => 'unclear' as const)
  if (settled === 'paid') return 'paid'
  // The error was logged or raised an alarm where it occurred. After the grace time the stock is released in any case.
  if (settled === 'unclear' && Date.now() - expires_at.getTime() < providerGraceMilliseconds) return 'left'
  const isExpired = await transaction((tx) => expireOrder(tx, id))
  if (isExpired) await closeAttempts(id).catch(() => undefined)
  return isExpired ? 'expired' : 'paid'
}

/**
 * Queries and closes every open payment of an order. `paid`: one of the payments was paid. `unclear`: the paid amount
 * of a payment differs from the requested amount.
 */
async function settleAttempts(order_id: number): Promise<'paid' | 'closed' | 'unclear'> {
  const { db } = await connection()
  let outcome: 'closed' | 'unclear' = 'closed'
  for (const attempt of await openAttempts(db, order_id)) {
    const state = attempt.status === 'closing' ? 'open' : await followPayment(attempt)
    const after = state === 'open' ? await closeAttempt(attempt) : state
    if (after === 'paid') return 'paid'
    if (after === 'refused') outcome = 'unclear'
  }
  return outcome
}
