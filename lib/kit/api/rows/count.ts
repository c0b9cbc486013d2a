import { type SQL, type Subquery, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '@/lib/kit/database'

/** At most `cap` + 1 rows, so that counting stays fast. `orderBy` selects the rows that are counted first. */
export const upToCap = (
  db: Database,
  table: PgTable | Subquery,
  where: SQL | undefined,
  cap: number,
  orderBy: readonly SQL[] = [],
) =>
  db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .orderBy(...orderBy)
    .limit(cap + 1)
    .as('some')
