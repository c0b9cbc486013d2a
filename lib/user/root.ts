import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { identity, user } from '@/db/schema/user'
import { insertRow, updateRow } from '@/lib/api/rows'
import { connection, type Database } from '@/lib/database'
import { hashSecret } from '@/lib/token/secret'
import { normaliseAccount } from './account'
import { endSessions } from './staff'

interface Root {
  username: string
  /** A password for one login, after which a new one has to be chosen. It is nowhere else. */
  secret: string
  /** Nobody had this name before. */
  is_new: boolean
}

/**
 * Makes somebody root by his user name, from the command line: the first one, or one who is to get in again. Whoever
 * has the name already is made root and active, and his sessions end. Throws a sentence for a name that cannot be one,
 * or is a customer's.
 */
export async function makeRoot(typed: string): Promise<Root> {
  const normalised = normaliseAccount(100, typed)
  if ('reason' in normalised) throw new Error(`${typed} is not a user name. ${normalised.reason}`)
  const username = normalised.account
  const secret = randomBytes(15).toString('base64url')
  const secret_hash = await hashSecret(secret)
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const known = await holderOf(tx, username)
    if (known?.kind === 'customer') throw new Error(`${username} is a customer: choose another name.`)
    // Root with all its rights: neither closed with the demonstration nor left as it was when it was disabled.
    const access = { status: 'active', is_root: true, sandbox: false, secret_hash, must_change_secret: true } as const
    if (known) {
      await updateRow(tx, user, known.id, { ...access, updated_by: null })
      await endSessions(tx, known.id)
    } else {
      const { id } = await insertRow(tx, user, { ...access, kind: 'staff', nickname: username })
      await insertRow(tx, identity, { user_id: id, type: 100, identifier: username })
    }
    return { username, secret, is_new: !known }
  })
}

/** Whose user name it is, locked. */
async function holderOf(tx: Database, username: string) {
  const [found] = await tx
    .select({ id: user.id, kind: user.kind })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.user_id))
    .where(and(eq(identity.type, 100), eq(identity.identifier, username)))
    .for('no key update')
  return found
}
