import { boolean, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { identified } from './columns'

/** Written by the migration command. */
export const auth = pgTable(
  'auth',
  {
    ...identified,
    /** `cms.<resource>.<verb>`. */
    code: text().notNull(),
    module: text().notNull(),
    /** No endpoint requires the permission. Groups keep it until an administrator removes it. */
    obsolete: boolean().notNull().default(false),
  },
  (t) => [unique('auth_code').on(t.code)],
)

/** The migration command replaces all rows. */
export const operation = pgTable(
  'operation',
  {
    method: text({ enum: ['GET', 'POST', 'PUT', 'DELETE'] }).notNull(),
    path: text().notNull(),
    summary: text().notNull(),
    /** null: open to all staff. */
    code: text(),
    /** Additional permissions for parts of the operation, such as some fields of the response. */
    also: text().array().notNull(),
    sort_order: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.method, t.path] })],
)
