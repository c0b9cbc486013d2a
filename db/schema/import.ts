import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { importKinds, importResults } from '@/db/enums'
import { identified, moment, oneOf } from './columns'

/** null: empty. */
export type LineChange = [before: string | null, after: string | null]

export interface LineError {
  /** null: the error concerns the whole line. */
  column: string | null
  code: string
  value: string | null
  /** Accepted by the column, if there are few. */
  allowed?: string[]
  /** Prevents shipping the line. Only for `after_sale_open`. */
  after_sale_id?: number
}

/** Allowed but often a mistake, or other than in the spreadsheet. A doubtful price must be confirmed on the page. */
export interface LineWarning {
  column: string
  code: string
  /** In fen, compared with a doubtful price: the cost, the market price or the previous price. */
  amount?: number
}

/** Read only once; afterwards only the rows of `import_row` are used. */
export const import_file = pgTable(
  'import',
  {
    ...identified,
    kind: text({ enum: importKinds }).notNull(),
    name: text().notNull(),
    columns: text().array().notNull(),
    /** No foreign key: the import outlives the user. */
    created_by: integer().notNull(),
  },
  (t) => [oneOf('import_kind', t.kind, importKinds), index('import_created').on(t.created_at)],
)

/** Lines of one record, such as a product, are applied together. */
export const import_row = pgTable(
  'import_row',
  {
    ...identified,
    import_id: integer()
      .notNull()
      .references(() => import_file.id, { onDelete: 'cascade' }),
    /** Line 1 has the names of the columns. */
    line: integer().notNull(),
    /** The first line about the same record. */
    record_line: integer().notNull(),
    /** In the order of `import_file.columns`. Empty if the line is unchanged. */
    cells: text().array().notNull(),
    result: text({ enum: importResults }).notNull(),
    /** The record that the line changes, such as `product_id`, and records that it refers to. */
    target: jsonb().$type<Record<string, number>>().notNull(),
    changes: jsonb().$type<Record<string, LineChange>>().notNull(),
    errors: jsonb().$type<LineError[]>().notNull(),
    warnings: jsonb().$type<LineWarning[]>().notNull().default([]),
    /** Still to be applied. */
    pending: boolean().notNull(),
    /** When applied, or when it failed (`result` is then `error`). */
    done_at: moment(),
  },
  (t) => [
    oneOf('import_row_result', t.result, importResults),
    index('import_row_import').on(t.import_id, t.result, t.id),
    index('import_row_pending').on(t.import_id, t.id).where(sql`pending and line = record_line`),
    index('import_row_record').on(t.import_id, t.record_line),
  ],
)
