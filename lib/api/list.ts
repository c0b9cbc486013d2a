import { and, desc, lt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { jsonStatement, type Preparable, statement } from '@/db/statement'
import type { Database } from '@/lib/database'
import { upToCap } from './count'
import { cappedTotal, officeTotalCap } from './page'

/* What the back office's unbounded lists have in common: newest first by id, filtered, by page or by cursor. */

type Table = PgTable & { id: PgColumn }

interface Wanted {
  page: number
  size: number
  cursor?: number | undefined
}

const limit = sql.placeholder('limit')
const offset = sql.placeholder('offset')

/** What of the table is asked for. */
interface Slice {
  where: SQL | undefined
  orderBy: SQL[]
  limit: Placeholder
  offset: Placeholder
}

interface List<Query, Row> {
  /** The list's table, and the schema of its query. */
  table: Table
  query: z.ZodType<Query>
  /** The moment by which rows become new again, where it is not their making. */
  latest?: PgColumn
  /** What is always so. */
  base?: SQL
  /** What a member of the query adds where it is given; its value is `sql.placeholder` of the same name. */
  filters: { [Name in Exclude<keyof Query, keyof Wanted | 'format'>]-?: SQL | undefined }
  /** The rows, newest first. */
  rows(db: Database, slice: Slice): Preparable<Row[]>
}

const lastId = 2_147_483_647

/**
 * After the row with the id `cursor`. A row that becomes new between two pages may be on both; none is left out.
 */
function olderThan(table: Table, latest: PgColumn | undefined): SQL {
  const cursor = sql.placeholder('cursor')
  if (!latest) return lt(table.id, cursor)
  return sql`(${latest}, ${table.id}) < (select c.${sql.identifier(latest.name)}, c.id from ${table} c where c.id = ${cursor})`
}

/**
 * Declares a list. Answers a function from the query to its page; every set of filters that is ever asked for has its
 * own prepared statements. With `cursor` it goes on from where the page before ended: then there is no count, and a
 * deep page costs what the first costs.
 */
export function newestList<Query extends Wanted, Row extends { id: number }>(
  name: string,
  { table, latest, base, filters, rows }: List<Query, Row>,
) {
  const all: [string, SQL | undefined][] = Object.entries(filters)
  const orderBy = [...(latest ? [desc(latest)] : []), desc(table.id)]
  const prepare = (given: [string, SQL | undefined][]) => {
    const wanted = and(base, ...given.map(([, filter]) => filter))
    const suffix = given.map(([key]) => key).join('_')
    return {
      first: statement(`${name}_${suffix}`, (db) => rows(db, { where: wanted, orderBy, limit, offset })),
      next: statement(`${name}_${suffix}_next`, (db) =>
        rows(db, { where: and(wanted, olderThan(table, latest)), orderBy, limit, offset }),
      ),
      count: jsonStatement(`${name}_${suffix}_count`, (db) =>
        db.select({ json: sql<number>`count(*)::int` }).from(upToCap(db, table, wanted, officeTotalCap)),
      ),
    }
  }
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return async (db: Database, query: Query) => {
    const { page, size, cursor, ...values } = query
    const asked = new Set(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [key])))
    const given = all.filter(([key]) => asked.has(key))
    const key = given.map(([one]) => one).join()
    const statements = prepared.get(key) ?? prepare(given)
    prepared.set(key, statements)
    // One more than asked for tells whether there is a next page.
    const limit = size + 1
    const [found, counted] = await Promise.all(
      cursor === undefined
        ? [statements.first(db, { ...values, limit, offset: (page - 1) * size }), statements.count(db, values)]
        : [statements.next(db, { ...values, cursor, limit, offset: 0 })],
    )
    const items = found.slice(0, size)
    const next_cursor = found.length > size ? String(items.at(-1)?.id) : null
    if (!counted) return { items, size, next_cursor }
    return { items, page, size, ...cappedTotal(counted[0] ?? 0, officeTotalCap), next_cursor }
  }
}

/** How far ids and clocks may differ: rows that were written at the same time, in whatever order. */
const slack = 1_000

/**
 * Filters `from` (inclusive) and `to` (exclusive). Ids rise with time, so the ends of the span are looked up once:
 * otherwise an old span would be searched for from the newest row on.
 */
export function within(table: Table & { created_at: PgColumn }) {
  const moment = (end: 'from' | 'to') => sql`${sql.placeholder(end)}::timestamptz`
  const idAt = (end: 'from' | 'to') =>
    sql`(select b.id from ${table} b where b.created_at >= ${moment(end)} order by b.created_at, b.id limit 1)`
  return {
    from: and(
      sql`${table.created_at} >= ${moment('from')}`,
      sql`${table.id} >= coalesce(${idAt('from')} - ${sql.raw(String(slack))}, ${sql.raw(String(lastId))})`,
    ),
    to: and(
      sql`${table.created_at} < ${moment('to')}`,
      sql`${table.id} <= coalesce(${idAt('to')} + ${sql.raw(String(slack))}, ${sql.raw(String(lastId))})`,
    ),
  }
}

/** Whether a text holds what was typed, whatever its case. What is typed is no pattern. */
export const contains = (column: PgColumn | SQL, typed: Placeholder | string) =>
  sql`strpos(lower(${column}), lower(${typed}::text)) > 0`

/** Whether an index by `text_pattern_ops` has a text that begins with what was typed. */
export const beginsWith = (column: PgColumn | SQL, typed: Placeholder) =>
  sql`(${column} ~>=~ ${typed}::text and ${column} ~<~ (${typed}::text || chr(1114111)))`
