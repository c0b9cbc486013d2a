import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { identity, user } from '@/db/schema/user'
import type { Database } from '@/lib/kit/database'
import { type Problem, problem } from '../endpoint/problem'

/* All throw `not_found`. The first signature is for callers, typed by the table; the second works with any table. */

export type RowTable = PgTable & { id: PgColumn }

type Row = Record<string, unknown>
export type RowOf<T extends RowTable> = T['$inferSelect'] & { id: number }

/** Written by the database and this file. */
type Automatic = 'id' | 'created_at' | 'updated_at' | 'version'

/** A timestamp may also be a string in ISO 8601, as in bodies. */
type Value<Inserted> = Inserted | SQL | (Date extends Inserted ? string : never)

/** Any column if the type of the table is not known. */
export type Insertable<T extends PgTable> = string extends keyof T['$inferSelect']
  ? Row
  : { [C in keyof Omit<T['$inferInsert'], Automatic>]: Value<T['$inferInsert'][C]> }
export type Updatable<T extends PgTable> = { [C in keyof Insertable<T>]?: Insertable<T>[C] | undefined }
/** A misspelled column does not compile, not even in a spread. */
export type Only<Given, Known> = Given & Known & { [Unknown in Exclude<keyof Given, keyof Known>]: never }

interface RowOptions {
  /** A further condition, such as the owner. */
  where?: SQL | undefined
  /** The noun in "There is no such customer."; the name of the table by default. */
  noun?: string
}

interface LockOptions extends RowOptions {
  /** Use `update` before a delete, or before a change of a value that other rows refer to. */
  mode?: 'no key update' | 'update'
  /** As the client read it. Outdated: 409 `stale_version`. */
  version?: number | undefined
}

const nounOf = (table: PgTable) => getTableName(table).replaceAll('_', ' ')

/** 404, also for a record of another user. */
export const noSuch = (noun: string): Problem => problem('not_found', { detail: `There is no such ${noun}.` })

/** 404 if undefined. */
export function found<Value>(value: Value | undefined, noun: string): Value {
  if (value === undefined) throw noSuch(noun)
  return value
}

const matching = (table: RowTable, id: number, { where }: RowOptions) => and(eq(table.id, id), where)

/** Throws `not_found`. */
export function getRow<T extends RowTable>(db: Database, table: T, id: number, options?: RowOptions): Promise<RowOf<T>>
export async function getRow(db: Database, table: RowTable, id: number, options: RowOptions = {}): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(matching(table, id, options))
  return found(row, options.noun ?? nounOf(table))
}

/** Locks until the transaction ends. Throws `not_found`, and 409 `stale_version` for an outdated `version`. */
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

/** As drizzle requires. */
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

/** Increments the version if the table has one. Throws `not_found`. */
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

/** Throws `not_found`. */
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
 * With the time and the editor of the last change. Ignores an undefined version. `lockRow` calls this; call directly
 * only if other checks must run between.
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

/** The names are empty if the user no longer exists. */
async function nameOf(db: Database, user_id: number) {
  const [found] = await db
    .select({ id: user.id, nickname: user.nickname, username: identity.identifier })
    .from(user)
    .leftJoin(identity, sql`${identity.user_id} = ${user.id} and ${identity.type} = 100`)
    .where(eq(user.id, user_id))
  return found ?? { id: user_id, nickname: '', username: null }
}
