import { and, eq } from 'drizzle-orm'
import { identity, user } from '@/db/schema/user'
import { demonstrationCustomer, seedShop } from '@/db/seed/write'
import { connection, type Database, migrateDatabase } from './database'
import { env } from './env'
import { demonstrationOpenid } from './sandbox/login'
import { hashSecret, verifySecret } from './token/secret'

/**
 * Migrates and writes the demonstration shop, once. Only with SANDBOX=1. Answers a sentence on what was done.
 */
export async function seedDemonstration(): Promise<string> {
  const { SANDBOX, SANDBOX_PASSWORD } = env()
  if (!SANDBOX || !SANDBOX_PASSWORD) throw new Error('The demonstration shop is written only with SANDBOX=1.')
  await migrateDatabase()
  const { db, transaction } = await connection()
  const renewed = await renewSecret(db, SANDBOX_PASSWORD)
  const secret_hash = await hashSecret(SANDBOX_PASSWORD)
  const outcome = await transaction((tx) => seedShop(tx, { secret_hash, openid: demonstrationOpenid, now: new Date() }))
  if (outcome === 'written') return 'The demonstration shop was written.'
  return renewed
    ? 'The demonstration shop was there already; its password was set anew.'
    : 'The demonstration shop was there already.'
}

/** Whoever changes SANDBOX_PASSWORD means the accounts that exist, too. */
async function renewSecret(db: Database, secret: string): Promise<boolean> {
  const [found] = await db
    .select({ id: user.id, secret_hash: user.secret_hash })
    .from(identity)
    .innerJoin(user, and(eq(user.id, identity.user_id), eq(user.sandbox, true)))
    .where(and(eq(identity.type, 100), eq(identity.identifier, demonstrationCustomer)))
  if (!found || (await verifySecret(found.secret_hash, secret))) return false
  await db
    .update(user)
    .set({ secret_hash: await hashSecret(secret) })
    .where(eq(user.id, found.id))
  return true
}
