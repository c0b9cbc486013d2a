import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/kit/database'

const lock = sql`hashtextextended('mini-shop.freight_template', 0)`

/** Exactly one template stays the default. Waits for {@link keepTemplates}. Call before any row is locked. */
export async function lockTemplates(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
}

/** Until the transaction ends, so that checks of a product stay valid. Callers do not wait for each other. */
export async function keepTemplates(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lock})`)
}
