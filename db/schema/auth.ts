import { boolean, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { identified } from './columns'

/** The permissions that the code declares, written by the migration command. */
export const auth = pgTable(
  'auth',
  {
    ...identified,
    /** `cms.<resource>.<verb>`. */
    code: text().notNull(),
    module: text().notNull(),
    /** No endpoint requires it any more; groups that hold it keep it until an administrator removes it. */
    obsolete: boolean().notNull().default(false),
  },
  (t) => [unique('auth_code').on(t.code)],
)
