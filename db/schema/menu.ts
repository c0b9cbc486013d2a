import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { oneOf, versioned } from './columns'

export const menuTypes = ['directory', 'page', 'link'] as const
export const elementTypes = ['button', 'column', 'tab'] as const

/** A node of the back office's navigation, and the route that it stands for. */
export const menu = pgTable(
  'menu',
  {
    ...versioned,
    parent_id: integer().references((): AnyPgColumn => menu.id, { onDelete: 'restrict' }),
    type: text({ enum: menuTypes }).notNull(),
    /** By which the code and the base data know it. */
    name: text().notNull(),
    title: text().notNull(),
    /** Empty: the title serves both languages. */
    title_en: text().notNull().default(''),
    /** Of a page, below /admin/; of a link, http(s). A directory has none. */
    path: text(),
    icon: text().notNull().default(''),
    sort_order: integer().notNull().default(0),
    hidden: boolean().notNull().default(false),
    /** Seen only by those who hold this point; null: by everybody whose group has the menu. */
    permission_code: text(),
  },
  (t) => [
    unique('menu_name').on(t.name),
    oneOf('menu_type', t.type, menuTypes),
    check('menu_path', sql`(${t.type} = 'directory') = (${t.path} is null)`),
    index('menu_parent').on(t.parent_id, t.sort_order, t.id),
  ],
)

/** A part of a page that can be shown or not: a button, a column, a tab. */
export const element = pgTable(
  'element',
  {
    ...versioned,
    menu_id: integer()
      .notNull()
      .references(() => menu.id, { onDelete: 'restrict' }),
    /** What the page asks for: `can('banner.create')`. */
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
