import { eq, sql } from 'drizzle-orm'
import { base_entry } from '@/db/schema/base'
import type { Database } from '@/lib/kit/database'
import { EnvironmentError, env } from '@/lib/kit/env'

/**
 * Returns the key of the row that marks a database as the production database. The key contains the host of the
 * database, because a branch of Neon has a copy of the row, but another host. Pooled and direct connections have the
 * same key. undefined: not on Vercel, or no `DATABASE_URL`.
 */
function markOfHost(): string | undefined {
  const { DATABASE_URL, VERCEL_ENV } = env()
  if (!DATABASE_URL || !VERCEL_ENV) return undefined
  return `production:${new URL(DATABASE_URL).host.replace('-pooler.', '.')}`
}

/**
 * Throws {@link EnvironmentError} if this is a preview on Vercel and its database is marked as the production database.
 * Called before a migration, which would otherwise change the production database.
 */
export async function refuseProductionDatabase(db: Database): Promise<void> {
  const key = markOfHost()
  if (!key || env().VERCEL_ENV === 'production') return
  const [{ exists } = {}] = await db
    .select({ exists: sql<boolean>`to_regclass('base_entry') is not null` })
    .from(sql`(values (1)) one`)
  if (!exists || (await db.$count(base_entry, eq(base_entry.key, key))) === 0) return
  throw new EnvironmentError([
    'This preview has the database of production: let Neon make a branch for each preview, and unset DATABASE_URL for previews.',
  ])
}

/**
 * Marks the database as the production database. Called after a migration. Does nothing in a preview or outside Vercel.
 */
export async function markProductionDatabase(db: Database): Promise<void> {
  const key = markOfHost()
  if (key && env().VERCEL_ENV === 'production') await db.insert(base_entry).values({ key }).onConflictDoNothing()
}
