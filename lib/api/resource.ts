import { getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Database } from '@/lib/database'
import type { Caller } from './caller'
import type { Recorder } from './recorder'
import {
  deleteRow,
  getRow,
  type Insertable,
  insertRow,
  lockRow,
  type Only,
  type RowOf,
  type RowTable,
  type Updatable,
  updateRow,
} from './rows'

/** A table of what the back office edits: `...versioned` in its schema. */
type VersionedTable = RowTable & { version: PgColumn; updated_by: PgColumn; updated_at: PgColumn }

interface Reading {
  db: Database
  params: { id: number }
}

interface Writing {
  db: Database
  caller: Caller
  recorder: Recorder
}

/** What `update` asks of the row that it has locked: throws what forbids the change, answers what else changes. */
type Judge<T extends VersionedTable> = (before: RowOf<T>) => Promise<Updatable<T> | undefined> | Promise<void>

/** `version` in the body of an update is no column: it is what the client read. */
type Given<T extends VersionedTable> = Updatable<T> & { version?: number | undefined }

export interface Resource<T extends VersionedTable, Record> {
  get(context: Reading): Promise<Record>
  create<B extends object>(context: Writing & { body: Only<B, Insertable<T>> }): Promise<Record>
  update<B extends object>(context: Reading & Writing & { body: Only<B, Given<T>> }, judge?: Judge<T>): Promise<Record>
  delete(context: Reading & Writing): Promise<void>
}

interface Options<Record> {
  /** The schema of the record: what of it is kept in the operation log. */
  as: z.ZodObject
  /** Reads the record where it is more than its row. Throws `not_found`. */
  read?: (db: Database, id: number) => Promise<Record>
}

/**
 * What the handlers of a resource of the back office do with its table, where nothing else is to be done: each is a
 * `handle`, or what one ends with. They lock, refuse a stale version, write down who changed it, and audit.
 */
export function resourceOf<T extends VersionedTable, Record = RowOf<T>>(
  table: T,
  options: Options<Record>,
): Resource<T, Record>
export function resourceOf(table: VersionedTable, { as, read }: Options<object>) {
  const target = (id: number) => [getTableName(table), id] as const
  const shown = (db: Database, row: { id: number }) => (read ? read(db, row.id) : row)
  return {
    get: ({ db, params }: Reading) => (read ? read(db, params.id) : getRow(db, table, params.id)),
    async create({ db, caller, recorder, body }: Writing & { body: object }) {
      const row = await insertRow(db, table, { ...body, updated_by: caller.user_id })
      const after = await shown(db, row)
      recorder.audit({ target: target(row.id), as, after })
      return after
    },
    async update(context: Reading & Writing & { body: { version?: number } }, judge?: Judge<VersionedTable>) {
      const { db, params, caller, recorder } = context
      const { version, ...values } = context.body
      const row = await lockRow(db, table, params.id, { version })
      const before = await shown(db, row)
      const more = await judge?.(row)
      const changed = await updateRow(db, table, row.id, { ...values, ...more, updated_by: caller.user_id })
      const after = await shown(db, changed)
      recorder.audit({ target: target(row.id), as, before, after })
      return after
    },
    async delete({ db, params, recorder }: Reading & Writing) {
      const row = await lockRow(db, table, params.id, { mode: 'update' })
      const before = await shown(db, row)
      await deleteRow(db, table, row.id)
      recorder.audit({ target: target(row.id), as, before })
    },
  }
}
