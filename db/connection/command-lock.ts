import { sql } from 'drizzle-orm'
import type { Database } from './client'

/**
 * Commands that do the same at the same time wait for each other here, however long, until the transaction of the first
 * one ends; the next one finds what it wrote. The usual limits would end most of ten migrations: that of locks is lifted
 * here, that of statements by whoever begins the transaction, with `statement_seconds: 0`.
 */
export async function takeTurn(tx: Database, command: 'migrate' | 'base' | 'seed'): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`mini-shop.${command}`}))`)
}
