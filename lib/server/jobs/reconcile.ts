import { and, eq, inArray, sql } from 'drizzle-orm'
import { payment, refund } from '@/db/schema/payment'
import { describeError } from '@/lib/kit/api/run/failure'
import { connection } from '@/lib/kit/database'
import { claimedUntil, claimLimit, runBatches } from '@/lib/kit/job/claim'
import { alarm } from '@/lib/payment/alarm'
import { closeAttempt, followPayment, followRefund } from '@/lib/payment/provider'
import { ProviderRefusal } from '@/lib/platform/wechat/transport'

export type Reconciled = {
  payments: number
  refunds: number
  /** Will be tried again. */
  failed: number
}

/** Without a callback for two minutes, or unfinished after a crash. Claims rows as at {@link claimedUntil}. */
export const reconcileDue = (until?: number) => runBatches(reconcileBatch, until)

async function reconcileBatch(): Promise<{ claimed: number; done: Reconciled }> {
  const { db } = await connection()
  const duePayments = db
    .select({ id: payment.id })
    .from(payment)
    .where(and(inArray(payment.status, ['created', 'prepaid', 'closing']), sql`${payment.next_try_at} <= now()`))
    .orderBy(payment.next_try_at)
    .limit(claimLimit)
    .for('update', { skipLocked: true })
  const payments = await db
    .update(payment)
    .set({ next_try_at: claimedUntil })
    .where(inArray(payment.id, duePayments))
    .returning()
  const dueRefunds = db
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.status, 'processing'), sql`${refund.next_try_at} <= now()`))
    .orderBy(refund.next_try_at)
    .limit(claimLimit)
    .for('update', { skipLocked: true })
  const refunds = await db
    .update(refund)
    .set({ next_try_at: claimedUntil })
    .where(inArray(refund.id, dueRefunds))
    .returning()

  const done: Reconciled = { payments: 0, refunds: 0, failed: 0 }
  const attempt = async (kind: 'payments' | 'refunds', number: string, work: () => Promise<unknown>) => {
    try {
      await work()
      done[kind] += 1
    } catch (error) {
      done.failed += 1
      // A failed request is repeated; a refusal needs a decision of staff, because repeating does not help.
      if (error instanceof ProviderRefusal) await alarm(describeError(error).message, number)
    }
  }
  for (const row of payments) {
    await attempt('payments', row.payment_no, () => (row.status === 'closing' ? closeAttempt(row) : followPayment(row)))
  }
  for (const row of refunds) await attempt('refunds', row.refund_no, () => followRefund(row))
  return { claimed: Math.max(payments.length, refunds.length), done }
}
