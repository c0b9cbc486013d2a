import { and, eq } from 'drizzle-orm'
import { identity, user } from '@/db/schema/user'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { insertRow, noSuch } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'

const mobileType = 102

type Customer = typeof user.$inferSelect

/**
 * Locks the customer with this id until the transaction ends. If the account was merged into another account, locks
 * that account instead. Returns the locked customer. Throws `not_found`, or `invalid_request` naming `field` where the
 * account is disabled.
 */
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
 * Returns the locked customer with a phone number. If no account has the number, creates an account with only this
 * number. When a user later proves the number through the platform, the created account is merged with the account of
 * this user.
 *
 * Throws `invalid_request` naming `mobile` for the number of a member of staff, for a disabled account, and for an
 * account that registered with the number without proving it, because a stranger could then see the goods and the
 * address.
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

/**
 * Creates a customer with only a phone number. If another request has created an account with the number meanwhile,
 * returns the customer of that account.
 */
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
