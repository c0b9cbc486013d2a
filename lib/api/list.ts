import { and, asc, desc, eq, getTableColumns, is, lt, or, type Placeholder, SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgTable, type SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { z } from 'zod'
import { jsonStatement, statement } from '@/db/statement'
import type { Database } from '@/lib/database'
import { upToCap } from './count'
import { cappedTotal, cmsTotalCap } from './page'

/*
 * Lists by page and lists by cursor, each declared once: its table, its columns, its filters. What they answer is a
 * `handle`. Every set of filters that is ever asked for has statements of its own, prepared once per connection.
 */

type Table = PgTable & { id: PgColumn }

/** What of a query is no filter. */
interface Place {
  page: number
  size: number
  cursor?: number | undefined
  sort?: string
  format?: 'json' | 'csv' | undefined
}

interface List<Query, T extends Table, Columns> {
  table: T
  /** The schema of the endpoint's query. */
  query: z.ZodType<Query>
  /** What of a row is read, relations as sub-selects; all of the table where it is left out. */
  columns?: Columns
  /** What is always so. */
  base?: SQL
  /**
   * What a member of the query adds where it is given: that this column has this value, or a condition in which the
   * value is `sql.placeholder` of the same name.
   */
  filters: { [Name in Exclude<keyof Query, keyof Place>]-?: PgColumn | SQL | undefined }
}

interface PageOptions {
  /** The order where the query has no `sort`, in its grammar; several fields with commas. Newest first where it is left out. */
  order?: string
  /** Up to where the total is exact. */
  cap?: number
}

interface NewestOptions {
  /** The moment by which rows become new again, where it is not their making. */
  latest?: PgColumn
}

type Asked<Query> = (context: { db: Database; query: Query }) => Promise<unknown>
type Rows<T extends Table, Columns> = SelectResultFields<Columns extends SelectedFields ? Columns : T['_']['columns']>[]
type Total = ReturnType<typeof cappedTotal>

const lastId = 2_147_483_647

/** What both kinds of list are made of: filters that are given, rows and count under them. */
function statementsOf(name: string, { table, columns = getTableColumns(table), base, filters }: AnyList, cap: number) {
  const all = Object.entries(filters).flatMap(([key, filter]): [string, SQL][] =>
    filter ? [[key, is(filter, SQL) ? filter : eq(filter, sql.placeholder(key))]] : [],
  )
  const prepare = (given: [string, SQL][]) => {
    const wanted = and(base, ...given.map(([, filter]) => filter))
    const prefix = [name, ...given.map(([key]) => key)].join('_')
    const rows = memoizeByKey((kind: string, orderBy: SQL[], after?: SQL) =>
      statement(`${prefix}_${kind}`, (db) =>
        db
          .select(columns)
          .from(table)
          .where(and(wanted, after))
          .orderBy(...orderBy)
          .limit(sql.placeholder('limit'))
          .offset(sql.placeholder('offset')),
      ),
    )
    const count = jsonStatement(`${prefix}_count`, (db) =>
      db.select({ json: sql<number>`count(*)::int` }).from(upToCap(db, table, wanted, cap)),
    )
    return { rows, count }
  }
  const prepared = memoizeByKey((_: string, given: [string, SQL][]) => prepare(given))
  /** The statements for these values, and the values. */
  return ({ page, size, cursor, sort, format, ...values }: Place) => {
    const asked = new Set(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [key])))
    const given = all.filter(([key]) => asked.has(key))
    return { ...prepared(given.map(([key]) => key).join(), given), values }
  }
}

interface AnyList extends List<object, Table, SelectedFields> {
  filters: Record<string, PgColumn | SQL | undefined>
}

/** Made once for every key, when it is first asked for. */
function memoizeByKey<Rest extends unknown[], Made>(make: (key: string, ...rest: Rest) => Made) {
  const made = new Map<string, Made>()
  return (key: string, ...rest: Rest) => {
    const known = made.get(key) ?? make(key, ...rest)
    made.set(key, known)
    return known
  }
}

/**
 * A list that is read by page number, in the order of `sort` (see `sortBy`), the id last, or of `order`; what has no
 * value comes last. As a file it is read by falling id.
 */
export function pageList<Query extends Place, T extends Table, Columns extends SelectedFields | undefined = undefined>(
  name: string,
  list: List<Query, T, Columns> & PageOptions,
): (context: { db: Database; query: Query }) => Promise<{ items: Rows<T, Columns>; page: number; size: number } & Total>
export function pageList(name: string, list: AnyList & PageOptions): Asked<Place> {
  const { table, columns = getTableColumns(table), order = '-id', cap = cmsTotalCap } = list
  const statements = statementsOf(name, list, cap)
  const inOrderOf = (sort: string): SQL[] => {
    const by = sort.split(',').map((one) => {
      const [field, direction] = one.startsWith('-') ? [one.slice(1), desc] : [one, asc]
      const value = columns[field] ?? getTableColumns(table)[field]
      if (!is(value, PgColumn) && !is(value, SQL)) throw new Error(`${name} has no column ${field}`)
      const isNullable = !(is(value, PgColumn) && value.notNull)
      return isNullable ? sql`${direction(value)} nulls last` : direction(value)
    })
    return [...by, (sort.startsWith('-') ? desc : asc)(table.id)]
  }
  return async ({ db, query }) => {
    const { page, size, sort = order, cursor = lastId, format } = query
    const { rows, count, values } = statements(query)
    if (format === 'csv') {
      const after = olderThan(table, undefined)
      const items = await rows('file', [desc(table.id)], after)(db, { ...values, cursor, limit: size, offset: 0 })
      return { items, page, size, total: items.length }
    }
    const window = { limit: size, offset: (page - 1) * size }
    const [items, [counted = 0]] = await Promise.all([
      rows(sort, inOrderOf(sort))(db, { ...values, ...window }),
      count(db, values),
    ])
    return { items, page, size, ...cappedTotal(counted, cap) }
  }
}

/**
 * After the row with the id `cursor`. A row that becomes new between two pages may be on both; none is left out.
 */
function olderThan(table: Table, latest: PgColumn | undefined): SQL {
  const cursor = sql.placeholder('cursor')
  if (!latest) return lt(table.id, cursor)
  return sql`(${latest}, ${table.id}) < (select c.${sql.identifier(latest.name)}, c.id from ${table} c where c.id = ${cursor})`
}

/**
 * An unbounded list, newest first. With `cursor` it goes on from where the page before ended: then there is no count,
 * and a deep page costs what the first costs.
 */
export function newestList<
  Query extends Place,
  T extends Table,
  Columns extends SelectedFields | undefined = undefined,
>(
  name: string,
  list: List<Query, T, Columns> & NewestOptions,
): (context: {
  db: Database
  query: Query
}) => Promise<{ items: Rows<T, Columns>; page?: number; size: number; next_cursor: string | null } & Partial<Total>>
export function newestList(name: string, list: AnyList & NewestOptions): Asked<Place> {
  const { table, latest } = list
  const statements = statementsOf(name, list, cmsTotalCap)
  const orderBy = [...(latest ? [desc(latest)] : []), desc(table.id)]
  const after = olderThan(table, latest)
  return async ({ db, query }) => {
    const { page, size, cursor } = query
    const { rows, count, values } = statements(query)
    // One more than asked for tells whether there is a next page.
    const limit = size + 1
    const [found, counted] = await Promise.all(
      cursor === undefined
        ? [rows('first', orderBy)(db, { ...values, limit, offset: (page - 1) * size }), count(db, values)]
        : [rows('next', orderBy, after)(db, { ...values, cursor, limit, offset: 0 })],
    )
    const items = found.slice(0, size)
    const next_cursor = found.length > size ? String(items.at(-1)?.id) : null
    if (!counted) return { items, size, next_cursor }
    return { items, page, size, ...cappedTotal(counted[0] ?? 0, cmsTotalCap), next_cursor }
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

/** The filter `q`: that one of these texts holds what was typed. */
export const holdsQ = (...columns: (PgColumn | SQL)[]) =>
  or(...columns.map((column) => contains(column, sql.placeholder('q'))))

/** Whether an index by `text_pattern_ops` has a text that begins with what was typed. */
export const beginsWith = (column: PgColumn | SQL, typed: Placeholder) =>
  sql`(${column} ~>=~ ${typed}::text and ${column} ~<~ (${typed}::text || chr(1114111)))`
