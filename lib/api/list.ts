import { and, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '@/lib/database'
import { countCapped } from './count'
import { officeTotalCap } from './page'

/* What the back office's lists have in common. */

type Table = PgTable & { id: PgColumn }

interface Wanted {
  page: number
  size: number
  cursor?: number | undefined
}

/** What `read` answers at most, and from where. */
interface Slice {
  where: SQL | undefined
  limit: number
  offset: number
}

/**
 * A page of an unbounded table, newest first by id. With `cursor` from where the page before ended: then there is no
 * count, and a deep page costs what the first costs.
 */
export async function newestFirst<Row extends { id: number }>(
  db: Database,
  table: Table,
  { query: { page, size, cursor }, where }: { query: Wanted; where: SQL | undefined },
  read: (slice: Slice) => PromiseLike<Row[]>,
) {
  const [found, total] = await Promise.all([
    // One more than asked for tells whether there is a next page.
    read({
      where: and(where, cursor === undefined ? undefined : lt(table.id, cursor)),
      limit: size + 1,
      offset: cursor === undefined ? (page - 1) * size : 0,
    }),
    cursor === undefined ? countCapped(db, table, where, officeTotalCap) : undefined,
  ])
  const items = found.slice(0, size)
  const next_cursor = found.length > size ? String(items.at(-1)?.id) : null
  return total ? { items, page, size, ...total, next_cursor } : { items, size, next_cursor }
}

/** How far ids and clocks may differ: rows that were written at the same time, in whatever order. */
const slack = 1_000

/**
 * Rows from `from` (inclusive) to `to` (exclusive), for lists that are read newest first by id. Ids rise with time, so
 * the ends of the span are looked up once: otherwise an old span would be searched for from the newest row on.
 */
export function within(
  table: Table & { created_at: PgColumn },
  { from, to }: { from?: string | undefined; to?: string | undefined },
): SQL | undefined {
  const firstAfter = (moment: string) =>
    sql`(select b.id from ${table} b where b.created_at >= ${moment}::timestamptz order by b.created_at, b.id limit 1)`
  return and(
    from ? sql`${table.created_at} >= ${from}::timestamptz` : undefined,
    from ? sql`${table.id} >= coalesce(${firstAfter(from)} - ${slack}, 2147483647)` : undefined,
    to ? sql`${table.created_at} < ${to}::timestamptz` : undefined,
    to ? sql`${table.id} <= coalesce(${firstAfter(to)} + ${slack}, 2147483647)` : undefined,
  )
}

/** `like` pattern of a substring; what is typed is no pattern. */
export const containing = (typed: string) => `%${typed.replace(/[\\%_]/g, '\\$&')}%`

/** The same for a beginning. */
export const startingWith = (typed: string) => containing(typed).slice(1)
