import { type AnyPgColumn, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { visibilities } from '@/db/enums'
import { oneOf, versioned } from './columns'

export const category = pgTable(
  'category',
  {
    ...versioned,
    parent_id: integer().references((): AnyPgColumn => category.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    image_url: text(),
    sort_order: integer().notNull().default(0),
    status: text({ enum: visibilities }).notNull().default('enabled'),
  },
  (t) => [index('category_parent').on(t.parent_id), oneOf('category_status', t.status, visibilities)],
)
