import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/kit/database'

const lock = sql`hashtextextended('mini-shop.freight_template', 0)`

/**
 * Locks all templates for a write, so that exactly one stays the default. Waits for {@link keepTemplates} of other
 * transactions. Call before any row is locked.
 */
export async function lockTemplates(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
}

/**
 * Prevents changes of templates until the transaction ends, for the checks of a product that uses a template. Other
 * calls of this function do not wait.
 */
export async function keepTemplates(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lock})`)
}
