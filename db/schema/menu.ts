import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { elementTypes, menuTypes } from '@/db/enums'
import { oneOf, versioned } from './columns'

export const menu = pgTable(
  'menu',
  {
    ...versioned,
    parent_id: integer().references((): AnyPgColumn => menu.id, { onDelete: 'restrict' }),
    type: text({ enum: menuTypes }).notNull(),
    /** Identifier in code and base data. */
    name: text().notNull(),
    title: text().notNull(),
    /** Empty: `title` is used in English, too. */
    title_en: text().notNull().default(''),
    /** A page such as `/admin/order`, or the http(s) URL of an external link; null for a directory. */
    path: text(),
    icon: text().notNull().default(''),
    sort_order: integer().notNull().default(0),
    hidden: boolean().notNull().default(false),
    /** Needed to see the menu, in addition to a group that shows it; null: none. */
    permission_code: text(),
  },
  (t) => [
    unique('menu_name').on(t.name),
    oneOf('menu_type', t.type, menuTypes),
    check('menu_path', sql`(${t.type} = 'directory') = (${t.path} is null)`),
    index('menu_parent').on(t.parent_id, t.sort_order, t.id),
  ],
)

/** A button, a column, a tab. */
export const element = pgTable(
  'element',
  {
    ...versioned,
    menu_id: integer()
      .notNull()
      .references(() => menu.id, { onDelete: 'restrict' }),
    /** As in `can('banner.create')`. */
    code: text().notNull(),
    name: text().notNull(),
    type: text({ enum: elementTypes }).notNull().default('button'),
    permission_code: text(),
  },
  (t) => [
    unique('element_code').on(t.code),
    oneOf('element_type', t.type, elementTypes),
    index('element_menu').on(t.menu_id, t.id),
  ],
)
