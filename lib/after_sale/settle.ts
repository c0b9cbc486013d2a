import { eq } from 'drizzle-orm'
import { after_sale } from '@/db/schema/after_sale'
import type { Database } from '@/lib/kit/database'
import { type CaseRow, transition } from './status'

/* What becomes of a case when its refund has succeeded or failed. The order is locked. */

/** The case that a refund pays, locked; undefined: staff have refunded without one. */
async function lockCaseOf(tx: Database, refund_id: number): Promise<CaseRow | undefined> {
  const [locked] = await tx.select().from(after_sale).where(eq(after_sale.refund_id, refund_id)).for('no key update')
  return locked
}

/** The provider has paid the refund: its case is done. */
export async function finishCase(tx: Database, refund_id: number): Promise<void> {
  const locked = await lockCaseOf(tx, refund_id)
  if (locked) await transition(tx, locked, 'finish', { actor: null })
}

/** Staff have closed the failed refund: its case has to be decided again. */
export async function failCase(tx: Database, refund_id: number, actor: number): Promise<void> {
  const locked = await lockCaseOf(tx, refund_id)
  if (locked) await transition(tx, locked, 'fail', { actor, set: { refund_id: null } })
}
