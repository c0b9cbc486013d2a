import { sql } from 'drizzle-orm'
import type { Database } from './client'

/**
 * Makes a command wait, without a time limit, until the transaction of an earlier run of the same command ends. The
 * later run then finds the rows of the earlier run. The usual time limits would end most of ten concurrent migrations.
 * This function lifts the limit of locks; the caller lifts the limit of statements with `statement_seconds: 0`.
 */
export async function takeCommandLock(tx: Database, command: 'migrate' | 'base' | 'seed'): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`mini-shop.${command}`}))`)
}
