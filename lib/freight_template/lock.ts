import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/kit/database'

const lock = sql`hashtextextended('mini-shop.freight_template', 0)`

/**
 * Makes writes of templates wait for each other, so that exactly one is the default, and for products that are being
 * put on sale. Call before any row is locked.
 */
export async function lockTemplates(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
}

/** Keeps the templates as they are until the transaction ends, while a product relies on one. */
export async function keepTemplates(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lock})`)
}
