import { boolean, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { identified } from './columns'

/** The permissions that the code declares, written by the migration command. */
export const auth = pgTable(
  'auth',
  {
    ...identified,
    /** The permission code, as `cms.<resource>.<verb>`. */
    code: text().notNull(),
    module: text().notNull(),
    /**
     * Whether no endpoint requires the permission any more. Groups keep an obsolete permission until an administrator
     * removes it.
     */
    obsolete: boolean().notNull().default(false),
  },
  (t) => [unique('auth_code').on(t.code)],
)

/** The operations of the admin interface that the code declares. The migration command replaces all rows. */
export const operation = pgTable(
  'operation',
  {
    method: text({ enum: ['GET', 'POST', 'PUT', 'DELETE'] }).notNull(),
    path: text().notNull(),
    summary: text().notNull(),
    /** The permission that the operation requires; null: open to all staff. */
    code: text(),
    /** Additional permissions for parts of the operation, such as some fields of the response. */
    also: text().array().notNull(),
    sort_order: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.method, t.path] })],
)
