import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { identity, user } from '@/db/schema/user'
import { insertRow, updateRow } from '@/lib/kit/api/rows/rows'
import { connection, type Database } from '@/lib/kit/database'
import { hashSecret } from '@/lib/token/secret'
import { normalizeAccount } from './account'
import { endSessions } from './staff'

interface Root {
  username: string
  /** Must be changed after the first sign-in. Only its hash is stored. */
  secret: string
  is_new: boolean
}

/**
 * For the command line: the first root user, or one who has lost access. A staff member with the name becomes root and
 * active with a new password and without sessions; otherwise creates one. Throws a readable error for an invalid name
 * or the name of a customer.
 */
export async function makeRoot(input: string): Promise<Root> {
  const normalized = normalizeAccount(100, input)
  if ('reason' in normalized) throw new Error(`${input} is not a user name. ${normalized.reason}`)
  const username = normalized.account
  const secret = randomBytes(15).toString('base64url')
  const secret_hash = await hashSecret(secret)
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const existing = await holderOf(tx, username)
    if (existing?.kind === 'customer') throw new Error(`${username} is a customer: choose another name.`)
    // Also resets `sandbox` and `status`, which would otherwise lock the user out.
    const access = { status: 'active', is_root: true, sandbox: false, secret_hash, must_change_secret: true } as const
    if (existing) {
      await updateRow(tx, user, existing.id, { ...access, updated_by: null })
      await endSessions(tx, existing.id)
    } else {
      const { id } = await insertRow(tx, user, { ...access, kind: 'staff', nickname: username })
      await insertRow(tx, identity, { user_id: id, type: 100, identifier: username })
    }
    return { username, secret, is_new: !existing }
  })
}

async function holderOf(tx: Database, username: string) {
  const [found] = await tx
    .select({ id: user.id, kind: user.kind })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.user_id))
    .where(and(eq(identity.type, 100), eq(identity.identifier, username)))
    .for('no key update')
  return found
}
