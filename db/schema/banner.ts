import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { targetTypes, visibilities } from '@/db/enums'
import { identified, moment, oneOf, uniqueFolded, versioned } from './columns'

export const banner = pgTable(
  'banner',
  {
    ...versioned,
    /** A place in the shop, such as `home`. */
    name: text().notNull(),
    title: text().notNull().default(''),
    description: text().notNull().default(''),
    status: text({ enum: visibilities }).notNull().default('enabled'),
  },
  (t) => [
    unique('banner_name').on(t.name),
    uniqueFolded('banner', t.name),
    oneOf('banner_status', t.status, visibilities),
  ],
)

export const banner_item = pgTable(
  'banner_item',
  {
    ...identified,
    banner_id: integer()
      .notNull()
      .references(() => banner.id, { onDelete: 'cascade' }),
    image_url: text().notNull(),
    title: text().notNull().default(''),
    target_type: text({ enum: targetTypes }).notNull().default('none'),
    target: text(),
    sort_order: integer().notNull().default(0),
    starts_at: moment(),
    ends_at: moment(),
    enabled: boolean().notNull().default(true),
  },
  (t) => [
    index('banner_item_banner').on(t.banner_id, t.sort_order, t.id),
    oneOf('banner_item_target_type', t.target_type, targetTypes),
  ],
)
