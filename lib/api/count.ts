import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '@/lib/database'

/** One row for each that counts: no more than one beyond the cap, however large the table is. */
export const upToCap = (db: Database, table: PgTable, where: SQL | undefined, cap: number) =>
  db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(cap + 1)
    .as('some')
