import { eq, inArray, sql } from 'drizzle-orm'
import { after_sale } from '@/db/schema/after_sale'
import { approveOverdue, isUnshipped, lockCase } from '@/lib/after_sale/commands'
import { deadlineOf } from '@/lib/after_sale/deadline'
import { type CaseRow, transition } from '@/lib/after_sale/status'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { connection, type Database } from '@/lib/kit/database'
import { claimedUntil, claimLimit, runBatches } from '@/lib/kit/job/claim'
import { postSystemNotice } from '@/lib/notice/commands'
import { sendRefunds } from '@/lib/payment/provider'

export type Lapsed = {
  /** Refunds without a return: nothing was shipped, and staff did not decide in time. */
  approved: number
  /** Goods were not sent back in time. */
  expired: number
  reminded: number
}

/** Claims rows as described at {@link claimedUntil}. */
export const lapseDue = (until?: number) => runBatches(lapseBatch, until)

async function lapseBatch(): Promise<{ claimed: number; done: Lapsed }> {
  const { db } = await connection()
  const due = db
    .select({ id: after_sale.id })
    .from(after_sale)
    .where(sql`${after_sale.next_try_at} <= now()`)
    .orderBy(after_sale.next_try_at)
    .limit(claimLimit)
    .for('no key update', { skipLocked: true })
  const claimed = await db
    .update(after_sale)
    .set({ next_try_at: claimedUntil, updated_at: after_sale.updated_at })
    .where(inArray(after_sale.id, due))
    .returning({ id: after_sale.id })
  const done: Lapsed = { approved: 0, expired: 0, reminded: 0 }
  for (const { id } of claimed) {
    const { outcome, payment_no } = await lapseOne(id).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      // An automatic refund is impossible, for example because the payment is too old.
      return lapseOne(id, { mayApprove: false })
    })
    if (outcome) done[outcome] += 1
    // If this fails, reconciliation repeats it.
    if (payment_no) await sendRefunds(payment_no).catch(() => undefined)
  }
  return { claimed: claimed.length, done }
}

interface LapsedOne {
  /** undefined: the deadline has not passed, or another run has handled the case. */
  outcome?: keyof Lapsed
  payment_no?: string
}

async function lapseOne(id: number, { mayApprove } = { mayApprove: true }): Promise<LapsedOne> {
  const { transaction } = await connection()
  return transaction(async (tx): Promise<LapsedOne> => {
    const held = await lockCase(tx, id)
    const { locked } = held
    const deadline = deadlineOf(locked)
    if (deadline === null || deadline > (await now(tx))) {
      await tx
        .update(after_sale)
        .set({ next_try_at: deadline, updated_at: after_sale.updated_at })
        .where(eq(after_sale.id, id))
      return {}
    }
    if (locked.status === 'returning') {
      await transition(tx, locked, 'lapse', { actor: { kind: 'system' } })
      return { outcome: 'expired' }
    }
    if (mayApprove && locked.status === 'requested' && (await isUnshipped(tx, locked)))
      return { outcome: 'approved', payment_no: await approveOverdue(tx, held) }
    await remind(tx, locked)
    return { outcome: 'reminded' }
  })
}

async function now(tx: Database): Promise<Date> {
  const [row] = await tx.select({ now: sql<Date>`now()`.mapWith(after_sale.created_at) }).from(sql`(values (1)) one`)
  if (!row) throw new Error('the database has no time')
  return row.now
}

/** Once for each deadline. */
async function remind(tx: Database, { id, no, status }: CaseRow): Promise<void> {
  await postSystemNotice(tx, {
    kind: status === 'returned' ? 'after_sale_uninspected' : 'after_sale_undecided',
    subject: no,
    params: { number: no },
    link: `/admin/after_sale/${id}`,
    permission_code: 'cms.after_sale.list',
  })
  await tx.update(after_sale).set({ next_try_at: null, updated_at: after_sale.updated_at }).where(eq(after_sale.id, id))
}
