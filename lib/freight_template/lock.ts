import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/kit/database'

const lock = sql`hashtextextended('mini-shop.freight_template', 0)`

/**
 * Locks all shipping templates for a write, so that exactly one template stays the default. Waits for transactions that
 * have called {@link keepTemplates}. Call before any row is locked.
 */
export async function lockTemplates(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
}

/**
 * Prevents changes of shipping templates until the transaction ends, so that the checks of a product with a template
 * stay valid. Several transactions can call this function without waiting for each other.
 */
export async function keepTemplates(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lock})`)
}
