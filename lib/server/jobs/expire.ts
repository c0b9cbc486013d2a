import { and, eq, inArray, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { connection } from '@/lib/kit/database'
import { claimedUntil, claimLimit, runBatches } from '@/lib/kit/job/claim'
import { expireOrder } from '@/lib/order/change/cancel'
import { openAttempts } from '@/lib/payment/apply'
import { closeAttempt, closeAttempts, followPayment } from '@/lib/payment/provider'

/** After `expires_at`, without a response of the provider. A payment found later revives the order or is refunded. */
const providerGraceMilliseconds = 3_600_000

export type Expired = {
  expired: number
  /** Already paid, as a query at the provider found. */
  paid: number
  /** For a later run, because the provider did not respond. */
  left: number
}

/**
 * After querying and closing the open payments. A run claims rows by moving `next_try_at`: concurrent runs share the
 * work, and the rows of a crashed run become due again.
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

/** `paid`: one of the payments was paid. `unclear`: another amount than requested. */
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
