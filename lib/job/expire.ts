import { and, eq, inArray, sql } from 'drizzle-orm'
import { once } from '@/db/once'
import { order } from '@/db/schema/order'
import { take } from '@/lib/api/limits'
import { connection } from '@/lib/database'
import { expireOrder } from '@/lib/order/cancel'
import { openAttempts } from '@/lib/payment/apply'
import { closeAttempt, closeAttempts, followPayment } from '@/lib/payment/provider'
import { claimLimit, pushed } from './claim'

/** How long a provider that does not answer can keep an order open: after that a late payment is dealt with as such. */
const patienceMilliseconds = 3_600_000

export interface Expired {
  expired: number
  /** Paid in the meantime: found by asking, applied instead. */
  paid: number
  /** To be tried again: the provider did not answer. */
  left: number
}

/**
 * One batch of unpaid orders whose time is up: asks the provider about open payments, closes them, then cancels.
 * Rows are claimed by pushing `next_try_at`, so that any number of runners share the work and a crashed one's rows
 * come back.
 */
export async function expireDue(): Promise<Expired> {
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
    .set({ next_try_at: pushed, updated_at: order.updated_at })
    .where(inArray(order.id, due))
    .returning({ id: order.id, expires_at: order.expires_at })
  const done: Expired = { expired: 0, paid: 0, left: 0 }
  for (const { id, expires_at } of claimed) done[await expireOne(id, expires_at)] += 1
  return done
}

async function expireOne(id: number, expires_at: Date): Promise<keyof Expired> {
  const { db, transaction } = await connection()
  try {
    for (const attempt of await openAttempts(db, id)) {
      const state = attempt.status === 'closing' ? 'open' : await followPayment(attempt)
      if (state === 'paid' || (state === 'open' && (await closeAttempt(attempt)) === 'paid')) return 'paid'
    }
  } catch {
    // Logged where it failed. The stock is not held for ever by a provider that is away.
    if (Date.now() - expires_at.getTime() < patienceMilliseconds) return 'left'
  }
  const isExpired = await transaction((tx) => expireOrder(tx, id))
  if (isExpired) await closeAttempts(id).catch(() => undefined)
  return isExpired ? 'expired' : 'paid'
}

const everySeconds = 60

/** A batch now and then in the wake of other requests, for installations whose scheduler runs once a day. */
export async function expireOccasionally(): Promise<void> {
  const held = once('expired-last', () => ({ at: 0 }))
  if (Date.now() - held.at < everySeconds * 1_000) return
  held.at = Date.now()
  const { db } = await connection()
  const { points } = await take(db, 'job:expire', everySeconds)
  if (points === 1) await expireDue()
}
