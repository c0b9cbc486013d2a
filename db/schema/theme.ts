import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { visibilities } from '@/db/enums'
import { oneOf, versioned } from './columns'
import { product } from './product'

export const theme = pgTable(
  'theme',
  {
    ...versioned,
    name: text().notNull(),
    description: text().notNull().default(''),
    topic_image_url: text(),
    head_image_url: text(),
    status: text({ enum: visibilities }).notNull().default('enabled'),
    sort_order: integer().notNull().default(0),
  },
  (t) => [oneOf('theme_status', t.status, visibilities)],
)

export const theme_product = pgTable(
  'theme_product',
  {
    theme_id: integer()
      .notNull()
      .references(() => theme.id, { onDelete: 'cascade' }),
    product_id: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    sort_order: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.theme_id, t.product_id] }), index('theme_product_product').on(t.product_id)],
)
