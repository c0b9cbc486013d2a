import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { about, identified, uniqueFolded } from './columns'
import { user } from './user'

export const view = pgTable(
  'view',
  {
    ...identified,
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Such as `order`. */
    list: text().notNull(),
    name: text().notNull(),
    /** Query string of the page: `status=active&sort=-created_at`. */
    query: text().notNull(),
    columns: text().array().notNull(),
  },
  (t) => [
    unique(about('name', 'view_user_id_list_name')).on(t.user_id, t.list, t.name),
    uniqueFolded('view', t.name, t.user_id, t.list),
  ],
)
