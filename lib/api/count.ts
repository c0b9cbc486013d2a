import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '@/lib/database'
import { cappedTotal, totalCap } from './page'

/** One row for each that counts: no more than one beyond the cap, however large the table is. */
export const upToCap = (db: Database, table: PgTable, where: SQL | undefined, cap: number) =>
  db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(cap + 1)
    .as('some')

/** The `total` of a list, and whether there are more. */
export async function countCapped(db: Database, table: PgTable, where: SQL | undefined, cap = totalCap) {
  const [row] = await db.select({ counted: sql<number>`count(*)::int` }).from(upToCap(db, table, where, cap))
  return cappedTotal(row?.counted ?? 0, cap)
}
