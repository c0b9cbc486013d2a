import { inArray } from 'drizzle-orm'
import { user } from '@/db/schema/user'
import { seed } from '@/db/seed/write'
import { ownBodyOf } from './article/body'
import { connection, type Database, migrateDatabase } from './database'
import { env } from './env'
import { cleanOwnHtml } from './html/clean'
import { demonstrationOpenid } from './sandbox/login'
import { hashSecret, verifySecret } from './token/secret'
import { isDemonstrationAccount } from './user/demonstration'

/**
 * Migrates the database and writes the demonstration shop with its accounts, unless it exists. Returns a sentence for the
 * terminal. Throws without SANDBOX=1.
 */
export async function seedDemonstration(): Promise<string> {
  const { SANDBOX, SANDBOX_PASSWORD } = env()
  if (!SANDBOX || !SANDBOX_PASSWORD)
    throw new Error('The demonstration shop is written only with SANDBOX=1: set it and run the command again.')
  await migrateDatabase()
  const { db, transaction } = await connection()
  const secret_hash = await hashSecret(SANDBOX_PASSWORD)
  const renewed = await renewSecrets(db, SANDBOX_PASSWORD, secret_hash)
  const { shop, staff } = await transaction(
    (tx) =>
      seed(tx, { clean: cleanOwnHtml, bodyOf: ownBodyOf, secret_hash, openid: demonstrationOpenid, now: new Date() }),
    { statement_seconds: 0 },
  )
  if (shop === 'written') return 'The demonstration shop was written.'
  const done = [
    ...(staff.length > 0 ? [`the accounts ${staff.join(', ')} were added`] : []),
    ...(renewed ? ['the password was updated'] : []),
  ]
  return `The demonstration shop already exists${done.map((change) => `; ${change}`).join('')}.`
}

/** Sets SANDBOX_PASSWORD for the existing demonstration accounts too. Returns whether any was changed. */
async function renewSecrets(db: Database, secret: string, secret_hash: string): Promise<boolean> {
  const found = await db
    .select({ id: user.id, secret_hash: user.secret_hash })
    .from(user)
    .where(isDemonstrationAccount(user.id))
  const stale: number[] = []
  for (const row of found) if (!(await verifySecret(row.secret_hash, secret))) stale.push(row.id)
  if (stale.length > 0) await db.update(user).set({ secret_hash }).where(inArray(user.id, stale))
  return stale.length > 0
}
