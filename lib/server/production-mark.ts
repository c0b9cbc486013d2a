import { eq, sql } from 'drizzle-orm'
import { base_entry } from '@/db/schema/base'
import type { Database } from '@/lib/kit/database'
import { EnvironmentError, env } from '@/lib/kit/env'

/**
 * The key of the row that marks the production database, with the host, because a branch of Neon has a copy of the row.
 * Equal for pooled and direct connections. undefined: not on Vercel, or no `DATABASE_URL`.
 */
function markOfHost(): string | undefined {
  const { DATABASE_URL, VERCEL_ENV } = env()
  if (!DATABASE_URL || !VERCEL_ENV) return undefined
  return `production:${new URL(DATABASE_URL).host.replace('-pooler.', '.')}`
}

/** Throws {@link EnvironmentError} in a preview whose migration would change the production database. */
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

/** After a migration. Not in a preview or outside Vercel. */
export async function markProductionDatabase(db: Database): Promise<void> {
  const key = markOfHost()
  if (key && env().VERCEL_ENV === 'production') await db.insert(base_entry).values({ key }).onConflictDoNothing()
}
