import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  is,
  lt,
  or,
  type Placeholder,
  SQL,
  sql,
} from 'drizzle-orm'
import { PgColumn, type PgTable, type SelectedFields, unionAll } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { z } from 'zod'
import { jsonStatement, statement } from '@/db/connection/statement'
import type { Database } from '@/lib/kit/database'
import type { FileFormat } from '../csv/csv'
import { cappedTotal, cmsTotalCap } from '../endpoint/page'
import { upToCap } from './count'

/*
 * Lists by page and lists by cursor. A list declares its table, columns and filters; the result is the `handle` of an
 * endpoint. Each combination of filters in use has separate statements, prepared once per connection.
 */

type Table = PgTable & { id: PgColumn }

/** The parameters of a query that are not filters. */
interface Paging {
  page: number
  size: number
  cursor?: number | undefined
  sort?: string
  format?: 'json' | FileFormat | undefined
  columns?: string[] | undefined
  labels?: string | undefined
}

interface List<Query, T extends Table, Columns> {
  table: T
  /** The schema of the endpoint's query. */
  query: z.core.$ZodType<Query>
  /** The selected columns, with relations as subqueries; absent: all columns of the table. */
  columns?: Columns
  /** A condition that always applies. */
  base?: SQL
  /**
   * The condition for each parameter of the query, applied if the request has the parameter: a column that must equal
   * the value, or a condition with an `sql.placeholder` named like the parameter.
   */
  filters: { [Name in Exclude<keyof Query, keyof Paging>]-?: PgColumn | SQL | undefined }
}

interface PageOptions {
  /**
   * The sort order of a request without `sort`, in the syntax of `sort`; several fields are separated by commas.
   * Absent: newest first.
   */
  order?: string
  /** The highest total that is counted exactly; `cmsTotalCap` by default. */
  cap?: number
}

interface NewestOptions {
  /** The highest total that is counted exactly; `cmsTotalCap` by default. */
  cap?: number
  /**
   * Conditions that split the rows into parts. An index sorts each part, and the database merges the parts, so no index
   * has to contain all rows.
   */
  parts?: Parts
  /**
   * Replaces the built-in count, for lists that another query counts faster. Returns the number of rows, at most `cap`
   * + 1. See `countOf`.
   */
  total?: ListCount
  /**
   * Sort keys that are not columns, by the name in `sort`. A key must never be null. Sort keys are computed for each
   * row, so they are only for short lists.
   */
  sorts?: Record<string, SQL>
  /**
   * The timestamp by which rows are sorted, if it is not the time of their creation. The timestamp of a row may change.
   */
  latest?: PgColumn
  /**
   * Counts rows from the newest on, and stops at `cap` + 1. Faster for a filter that has no index and matches many new
   * rows but none of the oldest.
   */
  countsNewest?: boolean
}

type ListCount = (db: Database, query: Paging) => Promise<number>
export type Parts = readonly [SQL, SQL, ...SQL[]]

type ListHandler<Query> = (context: { db: Database; query: Query }) => Promise<unknown>
type Rows<T extends Table, Columns> = SelectResultFields<Columns extends SelectedFields ? Columns : T['_']['columns']>[]
type Total = ReturnType<typeof cappedTotal>

const lastId = 2_147_483_647

/**
 * Returns a function that takes a query and returns two statements: for the rows and for the number of rows. The
 * statements for a combination of filters are built on first use.
 */
function statementsOf(
  name: string,
  {
    table,
    columns = getTableColumns(table),
    base,
    filters,
    parts,
    countsNewest,
  }: AnyList & Pick<NewestOptions, 'parts' | 'countsNewest'>,
  cap: number,
) {
  const conditions = Object.entries(filters).flatMap(([key, filter]): [string, SQL][] =>
    filter ? [[key, is(filter, SQL) ? filter : eq(filter, sql.placeholder(key))]] : [],
  )
  const counted = countsNewest ? [desc(table.id)] : []
  const prepare = (active: [string, SQL][]) => {
    const condition = and(base, ...active.map(([, filter]) => filter))
    const prefix = [name, ...active.map(([key]) => key)].join('_')
    const rows = memoizeByKey((kind: string, orderBy: SQL[], after?: SQL) =>
      statement(`${prefix}_${kind}`, (db) =>
        db
          .select(columns)
          .from(parts ? merged(db, table, parts, { where: and(condition, after), orderBy, limit: 'window' }) : table)
          .where(parts ? undefined : and(condition, after))
          .orderBy(...orderBy)
          .limit(sql.placeholder('limit'))
          .offset(sql.placeholder('offset')),
      ),
    )
    const count = jsonStatement(`${prefix}_count`, (db) =>
      db
        .select({ json: sql<number>`count(*)::int` })
        .from(
          parts
            ? upToCap(
                db,
                merged(db, table, parts, { where: condition, orderBy: counted, limit: cap + 1 }),
                undefined,
                cap,
              )
            : upToCap(db, table, condition, cap, counted),
        ),
    )
    return { rows, count }
  }
  const prepared = memoizeByKey((_: string, active: [string, SQL][]) => prepare(active))
  /** Returns the statements for the filters of this query, and the values of the filters. */
  return ({ page, size, cursor, sort, format, columns: _, labels, ...values }: Paging) => {
    const present = new Set(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [key])))
    const active = conditions.filter(([key]) => present.has(key))
    return { ...prepared(active.map(([key]) => key).join(), active), values }
  }
}

interface Merged {
  where: SQL | undefined
  orderBy: SQL[]
  /** The limit of each part: a number, or the name of its placeholder. */
  limit: number | 'window'
}

/** A subquery with the first rows of each part, named like the table. */
function merged(db: Database, table: Table, [first, second, ...others]: Parts, { where, orderBy, limit }: Merged) {
  const part = (one: SQL) =>
    db
      .select()
      .from(table)
      .where(and(one, where))
      .orderBy(...orderBy)
      .limit(limit === 'window' ? sql.placeholder(limit) : limit)
  return unionAll(part(first), part(second), ...others.map(part)).as(getTableName(table))
}

interface AnyList extends List<object, Table, SelectedFields> {
  filters: Record<string, PgColumn | SQL | undefined>
}

/** Returns a function that calls `make` on the first use of a key, and then returns the stored value for this key. */
function memoizeByKey<Rest extends unknown[], Value>(make: (key: string, ...rest: Rest) => Value) {
  const cache = new Map<string, Value>()
  return (key: string, ...rest: Rest) => {
    const value = cache.get(key) ?? make(key, ...rest)
    cache.set(key, value)
    return value
  }
}

/**
 * Returns the `handle` of a list that is read by page number, sorted by `sort` (see `sortBy`) or `order`, then by id.
 * Nulls come last. A file of the list is sorted by descending id.
 */
export function pageList<Query extends Paging, T extends Table, Columns extends SelectedFields | undefined = undefined>(
  name: string,
  list: List<Query, T, Columns> & PageOptions,
): (context: { db: Database; query: Query }) => Promise<{ items: Rows<T, Columns>; page: number; size: number } & Total>
export function pageList(name: string, list: AnyList & PageOptions): ListHandler<Paging> {
  const { table, columns = getTableColumns(table), order = '-id', cap = cmsTotalCap } = list
  const statements = statementsOf(name, list, cap)
  const orderByOf = (sort: string): SQL[] => {
    const terms = sort.split(',').map((term) => {
      const [field, direction] = term.startsWith('-') ? [term.slice(1), desc] : [term, asc]
      const value = columns[field] ?? getTableColumns(table)[field]
      if (!is(value, PgColumn) && !is(value, SQL)) throw new Error(`${name} has no column ${field}`)
      const isNullable = !(is(value, PgColumn) && value.notNull)
      return isNullable ? sql`${direction(value)} nulls last` : direction(value)
    })
    return [...terms, (sort.startsWith('-') ? desc : asc)(table.id)]
  }
  return async ({ db, query }) => {
    const { page, size, sort = order, cursor = lastId, format } = query
    const { rows, count, values } = statements(query)
    if (format === 'csv') {
      const after = afterCursor(table, { column: undefined, isDescending: true })
      const items = await rows('file', [desc(table.id)], after)(db, { ...values, cursor, limit: size, offset: 0 })
      return { items, page, size, total: items.length }
    }
    const window = { limit: size, offset: (page - 1) * size }
    const [items, [counted = 0]] = await Promise.all([
      rows(sort, orderByOf(sort))(db, { ...values, ...window }),
      count(db, values),
    ])
    return { items, page, size, ...cappedTotal(counted, cap) }
  }
}

/**
 * The sort order of rows: by `column`, which is never null, then by id in the same direction. undefined: only by id.
 */
interface Order {
  column: PgColumn | SQL | undefined
  isDescending: boolean
}

/**
 * Returns a condition for the rows that come after the row with the id `cursor`. A row whose sorted column changes
 * between two requests may be on both pages or on none. If the column of the row `cursor` changes, other rows may be
 * repeated or left out.
 */
function afterCursor(table: Table, { column, isDescending }: Order): SQL {
  const cursor = sql.placeholder('cursor')
  if (!column) return (isDescending ? lt : gt)(table.id, cursor)
  const comparison = sql.raw(isDescending ? '<' : '>')
  if (is(column, SQL))
    return sql`(${column}, ${table.id}) ${comparison} (select ${column}, ${table.id} from ${table} where ${table.id} = ${cursor})`
  return sql`(${column}, ${table.id}) ${comparison} (select c.${sql.identifier(column.name)}, c.id from ${table} c where c.id = ${cursor})`
}

/**
 * Returns the `handle` of an unbounded list, newest first or sorted by `sort` (see `sortBy`). A column in `sort` must
 * never be null. With `cursor` the list continues after the previous page, without a count, so that a deep page is as
 * fast as the first.
 */
export function newestList<
  Query extends Paging,
  T extends Table,
  Columns extends SelectedFields | undefined = undefined,
>(
  name: string,
  list: List<Query, T, Columns> & NewestOptions,
): (context: {
  db: Database
  query: Query
}) => Promise<{ items: Rows<T, Columns>; page?: number; size: number; next_cursor: string | null } & Partial<Total>>
export function newestList(name: string, list: AnyList & NewestOptions): ListHandler<Paging> {
  const { table, latest, cap = cmsTotalCap, total, sorts = {} } = list
  const statements = statementsOf(name, list, cap)
  const orderOf = (sort: string): Order => {
    if (!sort) return { column: latest, isDescending: true }
    const field = sort.replace(/^-/, '')
    const isDescending = sort !== field
    const computed = sorts[field]
    if (computed) return { column: computed, isDescending }
    const column = getTableColumns(table)[field]
    if (!column?.notNull) throw new Error(`${name} cannot be sorted by ${field}`)
    return { column: field === 'id' ? undefined : column, isDescending }
  }
  return async ({ db, query }) => {
    const { page, size, cursor, sort = '' } = query
    const { rows, count, values } = statements(query)
    const order = orderOf(sort)
    const direction = order.isDescending ? desc : asc
    const orderBy = [...(order.column ? [direction(order.column)] : []), direction(table.id)]
    // One extra row shows whether there is a next page.
    const limit = size + 1
    const counting = async () => (await count(db, values))[0] ?? 0
    const [found, counted] = await Promise.all(
      cursor === undefined
        ? [
            rows(`first${sort}`, orderBy)(db, { ...values, ...windowOf(limit, (page - 1) * size) }),
            (total ?? counting)(db, query),
          ]
        : [
            rows(
              `next${sort}`,
              orderBy,
              afterCursor(table, order),
            )(db, {
              ...values,
              cursor,
              ...windowOf(limit, 0),
            }),
          ],
    )
    const items = found.slice(0, size)
    const next_cursor = found.length > size ? String(items.at(-1)?.id) : null
    if (counted === undefined) return { items, size, next_cursor }
    return { items, page, size, ...cappedTotal(counted, cap), next_cursor }
  }
}

/** Returns a function for `total` of a `newestList`: it counts the rows up to `cap` + 1. */
export function countOf<Query extends Paging, T extends Table>(
  name: string,
  list: List<Query, T, SelectedFields | undefined> & { cap: number },
): ListCount
export function countOf(name: string, list: AnyList & { cap: number }): ListCount {
  const statements = statementsOf(name, list, list.cap)
  return async (db, query) => {
    const { count, values } = statements(query)
    const [counted = 0] = await count(db, values)
    return counted
  }
}

/**
 * The values for the placeholders of a page: `limit` and `offset` for the page, `window` for the maximum number of rows
 * from each part.
 */
const windowOf = (limit: number, offset: number) => ({ limit, offset, window: limit + offset })

/**
 * The tolerance, in ids, of comparisons that use ids instead of timestamps to find the rows of a period. Of rows that
 * are written at the same time, the row with the higher id may have the earlier timestamp.
 */
const slack = 1_000

/**
 * Returns the filters `from` (inclusive) and `to` (exclusive) on `created_at`, for the parameters with these `names`.
 * Ids grow with time, so the filters also compare the ids at both ends of the range. Otherwise the search for an old
 * range would start at the newest row.
 */
export function within(table: Table & { created_at: PgColumn }, names = { from: 'from', to: 'to' }) {
  return {
    from: and(
      sql`${table.created_at} >= ${momentOf(names.from)}`,
      sql`${table.id} >= coalesce(${idAt(table, names.from)} - ${sql.raw(String(slack))}, ${sql.raw(String(lastId))})`,
    ),
    to: and(sql`${table.created_at} < ${momentOf(names.to)}`, createdUntil(table, names.to)),
  }
}

const momentOf = (name: string) => sql`${sql.placeholder(name)}::timestamptz`

const idAt = (table: Table & { created_at: PgColumn }, name: string) =>
  sql`(select b.id from ${table} b where b.created_at >= ${momentOf(name)} order by b.created_at, b.id limit 1)`

/**
 * Returns a condition for rows that were created before a moment. `name`: the parameter with the moment. The condition
 * compares ids, so a few later rows match too. With this condition, a search for events before the moment does not
 * start at the newest row.
 */
export const createdUntil = (table: Table & { created_at: PgColumn }, name: string) =>
  sql`${table.id} <= coalesce(${idAt(table, name)} + ${sql.raw(String(slack))}, ${sql.raw(String(lastId))})`

/**
 * Returns the SQL condition that a text contains the search text. Upper and lower case count as equal, and so do
 * full-width and normal characters (`folded` in db/functions). The search text is not a pattern.
 */
export const contains = (column: PgColumn | SQL, search: Placeholder | SQL | string) =>
  sql`strpos(folded(${column}), folded(${search}::text)) > 0`

/** Returns the condition for the filter `q`: at least one of the columns contains the search text. */
export const matchesSearch = (...columns: (PgColumn | SQL)[]) =>
  or(...columns.map((column) => contains(column, sql.placeholder('q'))))

/** Returns the SQL condition that a text begins with the search text. Uses an index with `text_pattern_ops`. */
export const beginsWith = (column: PgColumn | SQL, search: Placeholder | SQL) =>
  sql`(${column} ~>=~ ${search}::text and ${column} ~<~ (${search}::text || chr(1114111)))`
