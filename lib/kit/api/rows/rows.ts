import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { identity, user } from '@/db/schema/user'
import type { Database } from '@/lib/kit/database'
import { type Problem, problem } from '../endpoint/problem'

/*
 * Functions for one row of a table by its id. All throw `not_found` if there is no such row. Each has two signatures:
 * the first for callers, typed by the table; the second for the implementation, which works with any table.
 */

/** A table whose rows have an id. */
export type RowTable = PgTable & { id: PgColumn }

type Row = Record<string, unknown>
export type RowOf<T extends RowTable> = T['$inferSelect'] & { id: number }

/** Columns that the database and the functions of this file write automatically. */
type Automatic = 'id' | 'created_at' | 'updated_at' | 'version'

/**
 * The type of a value for a column: the column's own type or SQL. A timestamp may also be a string in ISO 8601, as in
 * bodies.
 */
type Value<Inserted> = Inserted | SQL | (Date extends Inserted ? string : never)

/** The columns of a table that an insert may set; any column if the type of the table is not known. */
export type Insertable<T extends PgTable> = string extends keyof T['$inferSelect']
  ? Row
  : { [C in keyof Omit<T['$inferInsert'], Automatic>]: Value<T['$inferInsert'][C]> }
export type Updatable<T extends PgTable> = { [C in keyof Insertable<T>]?: Insertable<T>[C] | undefined }
/** The type of an object with known columns only: a misspelled column does not compile, not even in a spread. */
export type Only<Given, Known> = Given & Known & { [Unknown in Exclude<keyof Given, keyof Known>]: never }

interface RowOptions {
  /** A further condition on the row, such as its owner. */
  where?: SQL | undefined
  /** The noun in error messages, such as "There is no such customer.", if it is not the name of the table. */
  noun?: string
}

interface LockOptions extends RowOptions {
  /**
   * The mode of the row lock, `no key update` by default. Use `update` before a delete, or before a change of a value
   * that other rows refer to.
   */
  mode?: 'no key update' | 'update'
  /** The version that the client read. An outdated version is refused with 409 `stale_version`. */
  version?: number | undefined
}

const nounOf = (table: PgTable) => getTableName(table).replaceAll('_', ' ')

/** Returns the 404 problem for a record that does not exist or belongs to another user. */
export const noSuch = (noun: string): Problem => problem('not_found', { detail: `There is no such ${noun}.` })

/** Returns the value, or throws a 404 if it is undefined. */
export function found<Value>(value: Value | undefined, noun: string): Value {
  if (value === undefined) throw noSuch(noun)
  return value
}

const matching = (table: RowTable, id: number, { where }: RowOptions) => and(eq(table.id, id), where)

/** Returns the row with this id. Throws `not_found`. */
export function getRow<T extends RowTable>(db: Database, table: T, id: number, options?: RowOptions): Promise<RowOf<T>>
export async function getRow(db: Database, table: RowTable, id: number, options: RowOptions = {}): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(matching(table, id, options))
  return found(row, options.noun ?? nounOf(table))
}

/**
 * Locks the row with this id until the transaction ends, and returns the row. Throws `not_found`, and 409
 * `stale_version` if `version` is given and outdated.
 */
export function lockRow<T extends RowTable>(db: Database, table: T, id: number, lock?: LockOptions): Promise<RowOf<T>>
export async function lockRow(
  db: Database,
  table: RowTable,
  id: number,
  { mode = 'no key update', version, ...options }: LockOptions = {},
): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(matching(table, id, options))
    .for(mode)
  const locked = found(row, options.noun ?? nounOf(table))
  if (version !== undefined) await refuseStale(db, Versioned.parse(locked), version)
  return locked
}

/** Converts timestamps from strings to dates, as drizzle requires. */
const withDates = (table: RowTable, values: Row): Row => {
  const columns = getTableColumns(table)
  const isTimestamp = (name: string) => columns[name]?.dataType === 'date'
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isTimestamp(name) ? new Date(value) : value,
    ]),
  )
}

/** Inserts a row and returns it. */
export function insertRow<T extends RowTable, V extends object>(
  db: Database,
  table: T,
  values: Only<V, Insertable<T>>,
): Promise<RowOf<T>>
export async function insertRow(db: Database, table: RowTable, values: Row): Promise<Row> {
  const [row] = await db.insert(table).values(withDates(table, values)).returning()
  if (!row) throw new Error(`no row of ${getTableName(table)} was created`)
  return row
}

/**
 * Updates the given columns, increments the version if the table has one, and returns the new row. Throws `not_found`.
 */
export function updateRow<T extends RowTable, V extends object>(
  db: Database,
  table: T,
  id: number,
  values: Only<V, Updatable<T>>,
  options?: RowOptions,
): Promise<RowOf<T>>
export async function updateRow(
  db: Database,
  table: RowTable,
  id: number,
  values: Row,
  options: RowOptions = {},
): Promise<Row> {
  const { version } = getTableColumns(table)
  const [row] = await db
    .update(table)
    .set({ ...withDates(table, values), updated_at: sql`now()`, ...(version && { version: sql`${version} + 1` }) })
    .where(matching(table, id, options))
    .returning()
  return found(row, options.noun ?? nounOf(table))
}

/** Deletes the row and returns it. Throws `not_found`. */
export function deleteRow<T extends RowTable>(
  db: Database,
  table: T,
  id: number,
  options?: RowOptions,
): Promise<RowOf<T>>
export async function deleteRow(db: Database, table: RowTable, id: number, options: RowOptions = {}): Promise<Row> {
  const [row] = await db
    .delete(table)
    .where(matching(table, id, options))
    .returning()
  return found(row, options.noun ?? nounOf(table))
}

const Versioned = z.object({ version: z.int(), updated_by: z.int().nullable(), updated_at: z.date() })

/**
 * Throws 409 `stale_version`, with the time and the editor of the last change, if the version that the client read is
 * not the current version. Does not check an undefined version. `lockRow` calls this function. A direct call is needed
 * only if other checks must run between the lock and this check.
 */
export async function refuseStale(
  db: Database,
  current: z.output<typeof Versioned>,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === current.version) return
  const updated_by = current.updated_by === null ? null : await nameOf(db, current.updated_by)
  throw problem('stale_version', {
    detail: `This was changed by someone else; the current version is ${current.version}.`,
    members: { version: current.version, updated_by, updated_at: current.updated_at.toISOString() },
  })
}

/** Returns the id, nickname and user name of a user. The names are empty if the user no longer exists. */
async function nameOf(db: Database, user_id: number) {
  const [found] = await db
    .select({ id: user.id, nickname: user.nickname, username: identity.identifier })
    .from(user)
    .leftJoin(identity, sql`${identity.user_id} = ${user.id} and ${identity.type} = 100`)
    .where(eq(user.id, user_id))
  return found ?? { id: user_id, nickname: '', username: null }
}
