import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { identity, user } from '@/db/schema/user'
import type { Database } from '@/lib/database'
import { type Problem, problem } from './problem'

/*
 * One row of a table by its id: read, locked, written. All of them throw `not_found` where there is no such row. The
 * first signature of each is what callers see, typed by the table; the second says what drizzle knows of any table.
 */

/** A table whose rows have an id. */
export type RowTable = PgTable & { id: PgColumn }

type Row = Record<string, unknown>
export type RowOf<T extends RowTable> = T['$inferSelect'] & { id: number }

/** What the database and these functions write by themselves. */
type Automatic = 'id' | 'created_at' | 'updated_at' | 'version'

/** A moment may also be given as bodies hold it, in ISO 8601. */
type Value<Inserted> = Inserted | SQL | (Date extends Inserted ? string : never)

/** The columns that code may set. Of a table of which nothing more is known, any. */
export type Insertable<T extends PgTable> = string extends keyof T['$inferSelect']
  ? Row
  : { [C in keyof Omit<T['$inferInsert'], Automatic>]: Value<T['$inferInsert'][C]> }
export type Updatable<T extends PgTable> = { [C in keyof Insertable<T>]?: Insertable<T>[C] | undefined }
/** What is given and nothing else: a misspelt column does not compile, not even within a spread. */
export type Only<Given, Known> = Given & Known & { [Unknown in Exclude<keyof Given, keyof Known>]: never }

interface Which {
  /** What must be true of the row besides its id, such as whose it is. */
  where?: SQL | undefined
  /** What the row is called, where that is not what its table is: "There is no such customer." */
  noun?: string
}

interface Lock extends Which {
  /** `update` before a delete, or before a change of what other rows refer to. */
  mode?: 'no key update' | 'update'
  /** As the client read it; a stale one is refused with 409 `stale_version`. */
  version?: number | undefined
}

/** What rows are called in sentences, where it is not the table's name. */
const nouns: Record<string, string> = { dict_type: 'dictionary type', dict: 'dictionary entry', error_log: 'error' }

const nounOf = (table: PgTable) => nouns[getTableName(table)] ?? getTableName(table).replaceAll('_', ' ')

/** The 404 of a thing that does not exist or is somebody else's. */
export const noSuch = (noun: string): Problem => problem('not_found', { detail: `There is no such ${noun}.` })

/** What was looked for, or the 404 that there is no such thing. */
export function found<Value>(value: Value | undefined, noun: string): Value {
  if (value === undefined) throw noSuch(noun)
  return value
}

const matching = (table: RowTable, id: number, { where }: Which) => and(eq(table.id, id), where)

/** The row with this id. */
export function getRow<T extends RowTable>(db: Database, table: T, id: number, which?: Which): Promise<RowOf<T>>
export async function getRow(db: Database, table: RowTable, id: number, which: Which = {}): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(matching(table, id, which))
  return found(row, which.noun ?? nounOf(table))
}

/** The row with this id, locked until the transaction ends. With a `version`, it must be the current one. */
export function lockRow<T extends RowTable>(db: Database, table: T, id: number, lock?: Lock): Promise<RowOf<T>>
export async function lockRow(
  db: Database,
  table: RowTable,
  id: number,
  { mode = 'no key update', version, ...which }: Lock = {},
): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(matching(table, id, which))
    .for(mode)
  const locked = found(row, which.noun ?? nounOf(table))
  if (version !== undefined) await refuseStale(db, Versioned.parse(locked), version)
  return locked
}

/** Moments as drizzle takes them. */
const withDates = (table: RowTable, values: Row): Row => {
  const columns = getTableColumns(table)
  const isMoment = (name: string) => columns[name]?.dataType === 'date'
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isMoment(name) ? new Date(value) : value,
    ]),
  )
}

/** Writes a new row and answers it. */
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

/** Changes what is given, counts the version up where the table has one, and answers the row as it is now. */
export function updateRow<T extends RowTable, V extends object>(
  db: Database,
  table: T,
  id: number,
  values: Only<V, Updatable<T>>,
  which?: Which,
): Promise<RowOf<T>>
export async function updateRow(
  db: Database,
  table: RowTable,
  id: number,
  values: Row,
  which: Which = {},
): Promise<Row> {
  const { version } = getTableColumns(table)
  const [row] = await db
    .update(table)
    .set({ ...withDates(table, values), updated_at: sql`now()`, ...(version && { version: sql`${version} + 1` }) })
    .where(matching(table, id, which))
    .returning()
  return found(row, which.noun ?? nounOf(table))
}

/** Deletes the row and answers what it was. */
export function deleteRow<T extends RowTable>(db: Database, table: T, id: number, which?: Which): Promise<RowOf<T>>
export async function deleteRow(db: Database, table: RowTable, id: number, which: Which = {}): Promise<Row> {
  const [row] = await db
    .delete(table)
    .where(matching(table, id, which))
    .returning()
  return found(row, which.noun ?? nounOf(table))
}

const Versioned = z.object({ version: z.int(), updated_by: z.int().nullable(), updated_at: z.date() })

/**
 * Refuses a change of what somebody else changed meanwhile: 409 `stale_version`, with who it was and when. `lockRow`
 * does it; here for what must be judged between the lock and this. Without a version the change is made whatever it meets.
 */
export async function refuseStale(
  db: Database,
  current: z.output<typeof Versioned>,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === current.version) return
  const updated_by = current.updated_by === null ? null : await nameOf(db, current.updated_by)
  throw problem('stale_version', {
    detail: `This was changed meanwhile; it has version ${current.version} now.`,
    members: { version: current.version, updated_by, updated_at: current.updated_at.toISOString() },
  })
}

/** Of a user who is gone the id is left. */
async function nameOf(db: Database, user_id: number) {
  const [found] = await db
    .select({ id: user.id, nickname: user.nickname, username: identity.identifier })
    .from(user)
    .leftJoin(identity, sql`${identity.user_id} = ${user.id} and ${identity.type} = 100`)
    .where(eq(user.id, user_id))
  return found ?? { id: user_id, nickname: '', username: null }
}
