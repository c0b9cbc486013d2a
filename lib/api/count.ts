import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '@/lib/database'
import { cappedTotal, totalCap } from './page'

/** The `total` of a list: counts no further than one beyond the cap, however large the table is. */
export async function countCapped(db: Database, table: PgTable, where: SQL | undefined, cap = totalCap) {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(cap + 1)
    .as('some')
  const [row] = await db.select({ counted: sql<number>`count(*)::int` }).from(some)
  return cappedTotal(row?.counted ?? 0, cap)
}
