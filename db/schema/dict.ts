import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { tagStyles, visibilities } from '@/db/enums'
import { about, oneOf, versioned } from './columns'

export const dict_type = pgTable(
  'dict_type',
  {
    ...versioned,
    /** Used in code and by entries. Never changes. */
    type: text().notNull(),
    name: text().notNull(),
    status: text({ enum: visibilities }).notNull().default('enabled'),
    remark: text().notNull().default(''),
  },
  (t) => [unique('dict_type_type').on(t.type), oneOf('dict_type_status', t.status, visibilities)],
)

export const dict = pgTable(
  'dict',
  {
    ...versioned,
    type: text()
      .notNull()
      .references(() => dict_type.type, { onDelete: 'restrict' }),
    label: text().notNull(),
    /** Empty: `label` is used in English, too. */
    label_en: text().notNull().default(''),
    value: text().notNull(),
    tag_style: text({ enum: tagStyles }).notNull().default('default'),
    sort_order: integer().notNull().default(0),
    is_default: boolean().notNull().default(false),
    status: text({ enum: visibilities }).notNull().default('enabled'),
    remark: text().notNull().default(''),
  },
  (t) => [
    unique('dict_value').on(t.type, t.value),
    uniqueIndex(about('is_default', 'dict_one_default')).on(t.type).where(sql`${t.is_default}`),
    index('dict_order').on(t.type, t.sort_order, t.id),
    oneOf('dict_tag_style', t.tag_style, tagStyles),
    oneOf('dict_status', t.status, visibilities),
  ],
)
