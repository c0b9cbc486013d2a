import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { importKinds, importResults } from '@/db/enums'
import { identified, moment, oneOf } from './columns'

/** The values of a column before and after the import. null: empty. */
export type LineChange = [before: string | null, after: string | null]

export interface LineError {
  /** The name of the column; null: the error concerns the whole line. */
  column: string | null
  code: string
  value: string | null
  /** The codes that the column accepts, if there are few. */
  allowed?: string[]
  /** The id of the open after-sale case that prevents shipping the line. Only for `after_sale_open`. */
  after_sale_id?: number
}

/**
 * A warning about a change that is allowed but often a mistake, or that differs from the spreadsheet. If the price is
 * doubtful, the page asks the user to confirm it before the import.
 */
export interface LineWarning {
  column: string
  code: string
  /** The amount in fen with which a doubtful price is compared: the cost, the market price or the previous price. */
  amount?: number
}

/**
 * A spreadsheet that was uploaded for an import. The spreadsheet is read only once; afterwards only the rows of
 * `import_row` are used.
 */
export const import_file = pgTable(
  'import',
  {
    ...identified,
    kind: text({ enum: importKinds }).notNull(),
    /** The name of the spreadsheet file. */
    name: text().notNull(),
    /** The names of the columns, as written in the spreadsheet. */
    columns: text().array().notNull(),
    /** The user who uploaded the spreadsheet. No foreign key: the import is kept when the user is deleted. */
    created_by: integer().notNull(),
  },
  (t) => [oneOf('import_kind', t.kind, importKinds), index('import_created').on(t.created_at)],
)

/** A line of a spreadsheet, with its changes. Lines of one record, such as a product, are applied together. */
export const import_row = pgTable(
  'import_row',
  {
    ...identified,
    import_id: integer()
      .notNull()
      .references(() => import_file.id, { onDelete: 'cascade' }),
    /** The number of the line in the spreadsheet. Line 1 has the names of the columns. */
    line: integer().notNull(),
    /** The number of the first line about the same record. */
    record_line: integer().notNull(),
    /** The cells of the line, in the order of `import_file.columns`. Empty if the line is unchanged. */
    cells: text().array().notNull(),
    result: text({ enum: importResults }).notNull(),
    /** The ids of the record that the line changes, such as `product_id`, and of records that it refers to. */
    target: jsonb().$type<Record<string, number>>().notNull(),
    changes: jsonb().$type<Record<string, LineChange>>().notNull(),
    errors: jsonb().$type<LineError[]>().notNull(),
    warnings: jsonb().$type<LineWarning[]>().notNull().default([]),
    /** Whether the record of the line is still to be applied. */
    pending: boolean().notNull(),
    /** The time when the record of the line was applied, or when applying it failed (`result` is then `error`). */
    done_at: moment(),
  },
  (t) => [
    oneOf('import_row_result', t.result, importResults),
    index('import_row_import').on(t.import_id, t.result, t.id),
    index('import_row_pending').on(t.import_id, t.id).where(sql`pending and line = record_line`),
    index('import_row_record').on(t.import_id, t.record_line),
  ],
)
