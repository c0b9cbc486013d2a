import { and, eq } from 'drizzle-orm'
import { identity, user } from '@/db/schema/user'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { insertRow, noSuch } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'

const mobileType = 102

type Customer = typeof user.$inferSelect

/** Follows a merge of accounts. Throws `not_found`, or `invalid_request` at `field` for a disabled account. */
export async function lockCustomer(tx: Database, id: number, field: 'user_id' | 'mobile'): Promise<Customer> {
  const [row] = await tx
    .select()
    .from(user)
    .where(and(eq(user.id, id), eq(user.kind, 'customer')))
    .for('no key update')
  if (row?.merged_into) return lockCustomer(tx, row.merged_into, field)
  if (!row || row.deleted_at) throw noSuch('customer')
  if (row.status !== 'active') throw invalid('body', field, 'not_allowed', 'The account of this customer is disabled.')
  return row
}

/**
 * Creates an account if no account has the number; a user who later proves the number gets it merged. Throws
 * `invalid_request` naming `mobile` for staff, a disabled account, and an account that registered with the unproved
 * number, because a stranger could then see the goods and the address.
 */
export async function customerOfMobile(tx: Database, mobile: string, nickname: string): Promise<Customer> {
  const [known] = await tx
    .select({ user_id: identity.user_id, verified_at: identity.verified_at, kind: user.kind })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.user_id))
    .where(and(eq(identity.type, mobileType), eq(identity.identifier, mobile)))
  if (!known) return createByMobile(tx, mobile, nickname)
  if (known.kind !== 'customer')
    throw invalid('body', 'mobile', 'not_allowed', 'This is the number of a member of staff.')
  const row = await lockCustomer(tx, known.user_id, 'mobile')
  // Joined to another account while this one was waited for.
  if (row.id !== known.user_id) return customerOfMobile(tx, mobile, nickname)
  if (known.verified_at === null && row.secret_hash !== null)
    throw invalid(
      'body',
      'mobile',
      'not_allowed',
      `Customer ${row.id} has registered with this number and not proved it. If you know that it is theirs, send user_id.`,
    )
  return row
}

/** If another request has created the account meanwhile, returns its customer. */
async function createByMobile(tx: Database, mobile: string, nickname: string): Promise<Customer> {
  const row = await insertRow(tx, user, { kind: 'customer', nickname, sandbox: env().SANDBOX })
  const added = await tx
    .insert(identity)
    .values({ user_id: row.id, type: mobileType, identifier: mobile })
    .onConflictDoNothing()
    .returning({ id: identity.id })
  if (added.length > 0) return row
  await tx.delete(user).where(eq(user.id, row.id))
  return customerOfMobile(tx, mobile, nickname)
}
