import { and, eq, inArray, sql } from 'drizzle-orm'
import { once } from '@/db/once'
import { order } from '@/db/schema/order'
import { take } from '@/lib/api/limits'
import { connection } from '@/lib/database'
import { expireOrder } from '@/lib/order/cancel'
import { openAttempts } from '@/lib/payment/apply'
import { closeAttempt, closeAttempts, followPayment } from '@/lib/payment/provider'
import { claimLimit, pushed, untilDone } from './claim'
import { reconcileDue } from './reconcile'

/** How long a provider that does not answer can keep an order open: after that a late payment is dealt with as such. */
const patienceMilliseconds = 3_600_000

export type Expired = {
  expired: number
  /** Paid in the meantime: found by asking, applied instead. */
  paid: number
  /** To be tried again: the provider did not answer. */
  left: number
}

/**
 * Unpaid orders whose time is up: asks the provider about open payments, closes them, then cancels.
 * Rows are claimed by pushing `next_try_at`, so that any number of runners share the work and a crashed one's rows
 * come back.
 */
export const expireDue = () => untilDone(expireBatch)

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
    .set({ next_try_at: pushed, updated_at: order.updated_at })
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
  // Logged or alarmed where it arose. The stock is not held for ever by a provider that is away.
  if (settled === 'unclear' && Date.now() - expires_at.getTime() < patienceMilliseconds) return 'left'
  const isExpired = await transaction((tx) => expireOrder(tx, id))
  if (isExpired) await closeAttempts(id).catch(() => undefined)
  return isExpired ? 'expired' : 'paid'
}

/** Asks about every open attempt and closes it. `unclear`: one is paid, but not as we asked for. */
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

const everySeconds = 60

/**
 * Now and then in the wake of other requests, for installations whose scheduler runs once a day: what is due is done.
 * Undefined nearly always: it was done a moment ago.
 */
export function occasionalWork(): (() => Promise<void>) | undefined {
  const held = once('worked-last', () => ({ at: 0 }))
  if (Date.now() - held.at < everySeconds * 1_000) return undefined
  held.at = Date.now()
  return async () => {
    const { db } = await connection()
    const { points } = await take(db, 'job:expire', everySeconds)
    if (points !== 1) return
    await expireDue()
    await reconcileDue()
  }
}
