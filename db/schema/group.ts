import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { uniqueFolded, versioned } from './columns'
import { element, menu } from './menu'
import { user } from './user'

export const group = pgTable(
  'group',
  { ...versioned, name: text().notNull(), description: text().notNull().default('') },
  (t) => [unique('group_name').on(t.name), uniqueFolded('group', t.name)],
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

/** By code, not by id. */
export const group_permission = pgTable(
  'group_permission',
  {
    group_id: integer()
      .notNull()
      .references(() => group.id, { onDelete: 'cascade' }),
    code: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.code] }), index('group_permission_code').on(t.code)],
)

export const group_menu = pgTable(
  'group_menu',
  {
    group_id: integer()
      .notNull()
      .references(() => group.id, { onDelete: 'cascade' }),
    menu_id: integer()
      .notNull()
      .references(() => menu.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.menu_id] }), index('group_menu_menu').on(t.menu_id)],
)

export const group_element = pgTable(
  'group_element',
  {
    group_id: integer()
      .notNull()
      .references(() => group.id, { onDelete: 'cascade' }),
    element_id: integer()
      .notNull()
      .references(() => element.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.element_id] }), index('group_element_element').on(t.element_id)],
)
