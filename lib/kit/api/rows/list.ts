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
import { z } from 'zod'
import { jsonStatement, statement } from '@/db/connection/statement'
import type { Database } from '@/lib/kit/database'
import type { FileFormat } from '../csv/csv'
import { type Cursor, cappedTotal, cmsTotalCap, cursorText } from '../endpoint/page'
import { invalid } from '../endpoint/problem'
import { upToCap } from './count'

/* Lists by page and by cursor. Each combination of filters has its own statements, prepared once per connection. */

type Table = PgTable & { id: PgColumn }

interface Paging {
  page: number
  size: number
  cursor?: Cursor | undefined
  sort?: string
  /** With `sort=updated_at`. */
  updated_from?: string | undefined
  updated_to?: string | undefined
  format?: 'json' | FileFormat | undefined
  columns?: string[] | undefined
  labels?: string | undefined
}

interface List<Query, T extends Table, Columns> {
  table: T
  query: z.core.$ZodType<Query>
  /** With relations as subqueries; absent: all columns of the table. */
  columns?: Columns
  /** Always applies. */
  base?: SQL
  /** A column that must equal the parameter, or a condition with an `sql.placeholder` named like the parameter. */
  filters: { [Name in Exclude<keyof Query, keyof Paging>]-?: PgColumn | SQL | undefined }
}

interface PageOptions {
  /** Order without `sort`, in its syntax, separated by commas. Absent: newest first. */
  order?: string
  /** Exact up to this total; `cmsTotalCap` by default. */
  cap?: number
}

interface NewestOptions {
  /** Exact up to this total; `cmsTotalCap` by default. */
  cap?: number
  /** An index sorts each part and the database merges the parts, so no index has to contain all rows. */
  parts?: Parts
  /** Replaces the count by a faster one, at most `cap` + 1. See `countOf`. */
  total?: ListCount
  /** Sort keys other than columns. Never null. Computed for each row, so only for short lists. */
  sorts?: Record<string, SQL>
  /** The timestamp to sort by, instead of the creation. May change. */
  latest?: PgColumn
  /** Counts from the newest row: faster for a filter without an index that matches many new rows but no old ones. */
  countsNewest?: boolean
}

type ListCount = (db: Database, query: Paging) => Promise<number>
export type Parts = readonly [SQL, SQL, ...SQL[]]

type ListHandler<Query> = (context: { db: Database; query: Query }) => Promise<unknown>
type Rows<T extends Table, Columns> = SelectResultFields<Columns extends SelectedFields ? Columns : T['_']['columns']>[]
type Total = ReturnType<typeof cappedTotal>

const lastId = 2_147_483_647

/** For the rows and for their number. Built on first use of a combination of filters. */
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
  return ({ page, size, cursor, sort, updated_from, updated_to, format, columns: _, labels, ...values }: Paging) => {
    const present = new Set(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [key])))
    const active = conditions.filter(([key]) => present.has(key))
    return { ...prepared(active.map(([key]) => key).join(), active), values }
  }
}

interface Merged {
  where: SQL | undefined
  orderBy: SQL[]
  /** A number, or the name of its placeholder. */
  limit: number | 'window'
}

/** Named like the table. */
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

function memoizeByKey<Rest extends unknown[], Value>(make: (key: string, ...rest: Rest) => Value) {
  const cache = new Map<string, Value>()
  return (key: string, ...rest: Rest) => {
    const value = cache.get(key) ?? make(key, ...rest)
    cache.set(key, value)
    return value
  }
}

/** By page number, sorted by `sort` (see `sortBy`) or `order`, then by id, nulls last. Files: by descending id. */
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

/** Never null; then by id in the same direction. undefined: only by id. */
interface Order {
  column: PgColumn | SQL | undefined
  isDescending: boolean
}

/**
 * A row whose sorted column changes between two requests may be on both pages or on none; if it is the row `cursor`,
 * other rows may be repeated or left out.
 */
function afterCursor(table: Table, { column, isDescending }: Order): SQL {
  const cursor = sql.placeholder('cursor')
  if (!column) return (isDescending ? lt : gt)(table.id, cursor)
  const comparison = sql.raw(isDescending ? '<' : '>')
  if (is(column, SQL))
    return sql`(${column}, ${table.id}) ${comparison} (select ${column}, ${table.id} from ${table} where ${table.id} = ${cursor})`
  return sql`(${column}, ${table.id}) ${comparison} (select c.${sql.identifier(column.name)}, c.id from ${table} c where c.id = ${cursor})`
}

/** A running transaction is waited for up to this time. */
export const longestWrite = sql.raw("interval '5 minutes'")

/**
 * In ISO 8601. What others commit from now on has this `updated_at` or a later one: it is the time at which they began.
 * Read in a statement before that of the rows, to which all that no longer runs is visible.
 */
const settledUntil = jsonStatement('settled_until', (db) =>
  db
    .select({
      json: sql<string>`to_char(date_trunc('milliseconds', least(min(a.xact_start), now())) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(sql`pg_stat_activity a`)
    .where(
      sql`a.datname = current_database() and a.backend_type = 'client backend' and a.pid <> pg_backend_pid()
        and a.xact_start > now() - ${longestWrite}`,
    ),
)

/**
 * By `updated_at` and id as they were when the rows were read: a row that changes between two pages comes again later.
 * Without a count, and without rows that a running transaction may still precede.
 */
function changeList(name: string, { parts, ...list }: AnyList & Pick<NewestOptions, 'parts'>) {
  const { id, updated_at } = getTableColumns(list.table)
  if (!id || !updated_at) return undefined
  const statements = statementsOf(name, { ...list, base: and(list.base, parts && or(...parts)) }, 0)
  const changed = sql`(${updated_at}, ${id}) > (${changedAfter}, ${sql.placeholder('changed_id')}::int)
    and ${updated_at} < ${momentOf('changed_until')}`
  return async (db: Database, query: Paging) => {
    const { size, cursor, updated_from = '-infinity', updated_to } = query
    if (typeof cursor === 'number') throw otherCursor()
    const [settled] = await settledUntil(db)
    if (settled === undefined) throw new Error('the database has no time')
    // One bound at each end, because an index is searched by one.
    const after = cursor && cursor.updated_at >= updated_from ? cursor : { updated_at: updated_from, id: 0 }
    const { rows, values } = statements(query)
    const read = await rows(
      'changed',
      [asc(updated_at), asc(id)],
      changed,
    )(db, {
      ...values,
      changed_after: after.updated_at,
      changed_id: after.id,
      changed_until: updated_to !== undefined && updated_to < settled ? updated_to : settled,
      limit: size + 1,
      offset: 0,
    })
    const items = read.slice(0, size)
    const last = read.length > size ? Changed.parse(items.at(-1)) : undefined
    return { items, size, next_cursor: last ? cursorText(last) : null }
  }
}

const Changed = z.object({ updated_at: z.date().transform((time) => time.toISOString()), id: z.int() })

const onlyOfChanges = (name: string) => invalid('query', name, 'not_allowed', 'This needs sort=updated_at.')

const otherCursor = () => invalid('query', 'cursor', 'not_allowed', 'This is the next_cursor of another sort.')

/**
 * Newest first, or by `sort`, whose column must never be null. With `cursor`, continues without a count, so that a deep
 * page is as fast as the first. `sort=updated_at` is for programs that follow changes; `updated_from`, `updated_to` and
 * its cursors are for it alone.
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
  const changes = changeList(name, list)
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
    const { page, size, cursor, sort = '', updated_from, updated_to } = query
    if (sort === 'updated_at' && changes) return changes(db, query)
    if (typeof cursor === 'object') throw otherCursor()
    if (updated_from !== undefined) throw onlyOfChanges('updated_from')
    if (updated_to !== undefined) throw onlyOfChanges('updated_to')
    const { rows, count, values } = statements(query)
    const order = orderOf(sort)
    const direction = order.isDescending ? desc : asc
    const orderBy = [...(order.column ? [direction(order.column)] : []), direction(table.id)]
    // One extra row shows whether there is a next page.
    const limit = size + 1
    const counting = async () => (await count(db, values))[0] ?? 0
    const [read, counted] = await Promise.all(
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
    const items = read.slice(0, size)
    const next_cursor = read.length > size ? String(items.at(-1)?.id) : null
    if (counted === undefined) return { items, size, next_cursor }
    return { items, page, size, ...cappedTotal(counted, cap), next_cursor }
  }
}

/** Counts rows of a `newestList`, up to `cap` + 1. */
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

/** `window`: the most rows from each part. */
const windowOf = (limit: number, offset: number) => ({ limit, offset, window: limit + offset })

/** In ids, which stand for timestamps: of rows written at once, the higher id may have the earlier timestamp. */
const slack = 1_000

/**
 * `from` (inclusive) and `to` (exclusive) on `created_at`. Ids grow with time and are compared, too: otherwise the
 * search for an old range would start at the newest row.
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

/** `changed_from` (inclusive) and `changed_to` (exclusive) on `updated_at`, for small tables. */
export const changed = (table: Table & { updated_at: PgColumn }) => ({
  changed_from: sql`${table.updated_at} >= ${momentOf('changed_from')}`,
  changed_to: sql`${table.updated_at} < ${momentOf('changed_to')}`,
})

const momentOf = (name: string) => sql`${sql.placeholder(name)}::timestamptz`

/** In the `base` of a list that is only read by `updated_at`: no row that changed before is on the page. */
export const changedAfter = momentOf('changed_after')

const idAt = (table: Table & { created_at: PgColumn }, name: string) =>
  sql`(select b.id from ${table} b where b.created_at >= ${momentOf(name)} order by b.created_at, b.id limit 1)`

/** Compares ids, so that the search does not start at the newest row; a few later rows match. `name`: the moment. */
export const createdUntil = (table: Table & { created_at: PgColumn }, name: string) =>
  sql`${table.id} <= coalesce(${idAt(table, name)} + ${sql.raw(String(slack))}, ${sql.raw(String(lastId))})`

/** Ignores case and full width (`folded` in db/functions). The search text is not a pattern. */
export const contains = (column: PgColumn | SQL, search: Placeholder | SQL | string) =>
  sql`strpos(folded(${column}), folded(${search}::text)) > 0`

/** For the filter `q`: one of the columns suffices. */
export const matchesSearch = (...columns: (PgColumn | SQL)[]) =>
  or(...columns.map((column) => contains(column, sql.placeholder('q'))))

/** Uses an index with `text_pattern_ops`. */
export const beginsWith = (column: PgColumn | SQL, search: Placeholder | SQL) =>
  sql`(${column} ~>=~ ${search}::text and ${column} ~<~ (${search}::text || chr(1114111)))`

/** For the filter `tag`. The condition on empty lists is that of the index (`indexOfTags`). */
export const hasTag = (tags: PgColumn) => sql`${tags} @> array[${sql.placeholder('tag')}::text] and ${tags} <> '{}'`
