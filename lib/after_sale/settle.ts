import { eq } from 'drizzle-orm'
import { after_sale } from '@/db/schema/after_sale'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import { type CaseRow, transition } from './status'

/* The order must be locked. */

/** undefined: the refund belongs to no case. */
async function lockCaseOf(tx: Database, refund_id: number): Promise<CaseRow | undefined> {
  const [locked] = await tx.select().from(after_sale).where(eq(after_sale.refund_id, refund_id)).for('no key update')
  return locked
}

/** The provider has paid. */
export async function finishCase(tx: Database, refund_id: number): Promise<void> {
  const locked = await lockCaseOf(tx, refund_id)
  if (locked) await transition(tx, locked, 'finish', { actor: { kind: 'provider' } })
}

/** Staff have closed the refund: the case has to be decided again. */
export async function failCase(tx: Database, refund_id: number, actor: Staff): Promise<void> {
  const locked = await lockCaseOf(tx, refund_id)
  if (locked) await transition(tx, locked, 'fail', { actor, set: { refund_id: null, postage_amount: 0 } })
}
