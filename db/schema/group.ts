import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { versioned } from './columns'
import { user } from './user'

export const group = pgTable(
  'group',
  { ...versioned, name: text().notNull(), description: text().notNull().default('') },
  (t) => [unique('group_name').on(t.name)],
)

export const user_group = pgTable(
  'user_group',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    group_id: integer()
      .notNull()
      .references(() => group.id, { onDelete: 'restrict' }),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.group_id] }), index('user_group_group').on(t.group_id)],
)

/** Grants are stored by code, never by a label: renaming one cannot orphan it. */
export const group_permission = pgTable(
  'group_permission',
  {
    group_id: integer()
      .notNull()
      .references(() => group.id, { onDelete: 'cascade' }),
    code: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.code] })],
)
