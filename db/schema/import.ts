import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { importKinds, importResults } from '../enums'
import { identified, moment, oneOf } from './columns'

/** A column of a line: what it was, and what it is to be. null: empty. */
export type LineChange = [before: string | null, after: string | null]

export interface LineError {
  /** null: it concerns the whole line. */
  column: string | null
  code: string
  value: string | null
  /** The codes that the column takes, where these are few. */
  allowed?: string[]
  /** The open after-sale case that the pieces are in. */
  after_sale_id?: number
}

/** A spreadsheet that was sent to be imported. It is read once; then only its rows count. */
export const import_file = pgTable(
  'import',
  {
    ...identified,
    kind: text({ enum: importKinds }).notNull(),
    /** The name of the file. */
    name: text().notNull(),
    /** The names of the columns, as they stand in the file. */
    columns: text().array().notNull(),
    /** The user who sent it. No foreign key: the row outlives the user. */
    created_by: integer().notNull(),
  },
  (t) => [oneOf('import_kind', t.kind, importKinds), index('import_created').on(t.created_at)],
)

/** A line of a spreadsheet, with what it changes. Those of one record, such as a product, are applied together. */
export const import_row = pgTable(
  'import_row',
  {
    ...identified,
    import_id: integer()
      .notNull()
      .references(() => import_file.id, { onDelete: 'cascade' }),
    /** As a spreadsheet counts it: the names of the columns are line 1. */
    line: integer().notNull(),
    /** The first line of the same record. */
    record_line: integer().notNull(),
    cells: text().array().notNull(),
    result: text({ enum: importResults }).notNull(),
    /** The ids of what the line is about, such as `product_id`. */
    target: jsonb().$type<Record<string, number>>().notNull(),
    changes: jsonb().$type<Record<string, LineChange>>().notNull(),
    errors: jsonb().$type<LineError[]>().notNull(),
    /** Whether its record is still to be applied. */
    pending: boolean().notNull(),
    /** When its record was applied, or could not be: then the result is `error`. */
    done_at: moment(),
  },
  (t) => [
    oneOf('import_row_result', t.result, importResults),
    index('import_row_import').on(t.import_id, t.result, t.id),
    index('import_row_pending').on(t.import_id, t.id).where(sql`pending and line = record_line`),
    index('import_row_record').on(t.import_id, t.record_line),
  ],
)
