import { sql } from 'drizzle-orm'
import type { Database } from './client'

/**
 * Makes a command wait, without a time limit, until the transaction of an earlier run of the same command ends. The
 * command then finds the rows that the earlier run has written. With the usual time limits, most of ten concurrent
 * migrations would fail. This function removes the time limit for locks; the caller removes the time limit of
 * statements with `statement_seconds: 0`.
 */
export async function takeCommandLock(tx: Database, command: 'migrate' | 'base' | 'seed'): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`mini-shop.${command}`}))`)
}
