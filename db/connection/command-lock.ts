import { sql } from 'drizzle-orm'
import type { Database } from './client'

/**
 * Waits without a limit for an earlier run of the command: with the usual limits, most of ten concurrent migrations
 * would fail. The caller removes the limit of statements with `statement_seconds: 0`.
 */
export async function takeCommandLock(tx: Database, command: 'base' | 'seed'): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`mini-shop.${command}`}))`)
}
