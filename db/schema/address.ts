import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { about, identified } from './columns'
import { user } from './user'

export const address = pgTable(
  'address',
  {
    ...identified,
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    mobile: text().notNull(),
    province: text().notNull(),
    city: text().notNull(),
    district: text().notNull().default(''),
    detail: text().notNull(),
    postal_code: text(),
    is_default: boolean().notNull().default(false),
  },
  (t) => [
    index('address_user').on(t.user_id),
    uniqueIndex(about('is_default', 'address_one_default')).on(t.user_id).where(sql`${t.is_default}`),
  ],
)
