import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { about, identified, uniqueFolded } from './columns'
import { user } from './user'

/** A saved view of a list: filters, sorting and columns under a name, for the staff member who saved the view. */
export const view = pgTable(
  'view',
  {
    ...identified,
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The name of the list, such as `order`. */
    list: text().notNull(),
    name: text().notNull(),
    /** The query string of the page: `status=active&sort=-created_at`. */
    query: text().notNull(),
    /** The keys of the columns that the view shows. */
    columns: text().array().notNull(),
  },
  (t) => [
    unique(about('name', 'view_user_id_list_name')).on(t.user_id, t.list, t.name),
    uniqueFolded('view', t.name, t.user_id, t.list),
  ],
)
