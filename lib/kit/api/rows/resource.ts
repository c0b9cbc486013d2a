import { getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Database } from '@/lib/kit/database'
import type { Caller } from '../endpoint/caller'
import type { Access } from '../endpoint/endpoint'
import { idParams } from '../endpoint/fields'
import type { Recorder } from '../run/recorder'
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

/** Has the columns `...versioned`. */
type VersionedTable = RowTable & { version: PgColumn; updated_by: PgColumn; updated_at: PgColumn }

interface ReadContext {
  db: Database
  params: { id: number }
}

interface WriteContext {
  db: Database
  caller: Caller
  recorder: Recorder
}

/** Checks the locked row. Throws to refuse; may return further columns to change. */
type Check<T extends VersionedTable> = (before: RowOf<T>) => Promise<Updatable<T> | undefined> | Promise<void>

/** Writes rows of other tables, before the record is read for the response. */
type Write = (id: number) => Promise<void>

/** `version` is not a new value, but the version that the client read. */
type UpdateBody<T extends VersionedTable> = Updatable<T> & { version?: number | undefined }

export interface Resource<T extends VersionedTable, Record, S extends z.ZodObject> {
  /** For `GET /cms/<resource>/{id}`. The endpoint adds the path and the texts. */
  reading<const A extends Access>(access: A, example: z.input<S> & { id: number }): Reading<A, S, Record>
  /** For `DELETE /cms/<resource>/{id}`. The endpoint adds the path and the texts. */
  deletion<const A extends Access>(access: A): Deletion<A>
  create<B extends object>(context: WriteContext & { body: Only<B, Insertable<T>> }, write?: Write): Promise<Record>
  update<B extends object>(
    context: ReadContext & WriteContext & { body: Only<B, UpdateBody<T>> },
    check?: Check<T>,
  ): Promise<Record>
  delete(context: ReadContext & WriteContext): Promise<void>
}

interface Reading<A extends Access, S extends z.ZodObject, Record> {
  method: 'GET'
  access: A
  params: typeof idParams
  output: S
  example: { params: { id: string }; output: z.input<S> }
  handle(context: ReadContext): Promise<Record>
}

interface Deletion<A extends Access> {
  method: 'DELETE'
  access: A
  params: typeof idParams
  example: { params: { id: string } }
  handle(context: ReadContext & WriteContext): Promise<void>
}

interface Options<Record, S extends z.ZodObject> {
  /** The audit log stores only the fields of this schema. */
  as: S
  /** If the record has more fields than its row. Throws `not_found`. */
  read?: (db: Database, id: number) => Promise<Record>
}

/**
 * For a resource with one table: as the `handle` of an endpoint, or at its end. Writing handlers lock the row, refuse
 * an outdated version, store the user and write the audit log.
 */
export function resourceOf<T extends VersionedTable, S extends z.ZodObject, Record = RowOf<T>>(
  table: T,
  options: Options<Record, S>,
): Resource<T, Record, S>
export function resourceOf(table: VersionedTable, { as, read }: Options<object, z.ZodObject>) {
  const target = (id: number) => [getTableName(table), id] as const
  const recordOf = (db: Database, row: { id: number }) => (read ? read(db, row.id) : row)
  const remove = async ({ db, params, recorder }: ReadContext & WriteContext) => {
    const row = await lockRow(db, table, params.id, { mode: 'update' })
    const before = await recordOf(db, row)
    await deleteRow(db, table, row.id)
    recorder.audit({ target: target(row.id), as, before })
  }
  return {
    reading: (access: Access, example: { id: number }) => ({
      method: 'GET',
      access,
      params: idParams,
      output: as,
      example: { params: { id: String(example.id) }, output: example },
      handle: ({ db, params }: ReadContext) => (read ? read(db, params.id) : getRow(db, table, params.id)),
    }),
    deletion: (access: Access) => ({
      method: 'DELETE',
      access,
      params: idParams,
      example: { params: { id: '1' } },
      handle: remove,
    }),
    async create({ db, caller, recorder, body }: WriteContext & { body: object }, write?: Write) {
      const row = await insertRow(db, table, { ...body, updated_by: caller.user_id })
      await write?.(row.id)
      const after = await recordOf(db, row)
      recorder.audit({ target: target(row.id), as, after })
      return after
    },
    async update(context: ReadContext & WriteContext & { body: { version?: number } }, check?: Check<VersionedTable>) {
      const { db, params, caller, recorder } = context
      const { version, ...values } = context.body
      const row = await lockRow(db, table, params.id, { version })
      const before = await recordOf(db, row)
      const further = await check?.(row)
      const changed = await updateRow(db, table, row.id, { ...values, ...further, updated_by: caller.user_id })
      const after = await recordOf(db, changed)
      recorder.audit({ target: target(row.id), as, before, after })
      return after
    },
    delete: remove,
  }
}
