import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { uniqueFolded, versioned } from './columns'

/** The region follows from `province` and `city`. */
export const store = pgTable(
  'store',
  {
    ...versioned,
    name: text().notNull(),
    phone: text().notNull(),
    province: text().notNull(),
    city: text().notNull(),
    district: text().notNull().default(''),
    detail: text().notNull(),
    /** As customers read them. */
    hours: text().notNull().default(''),
    enabled: boolean().notNull().default(true),
  },
  (t) => [uniqueFolded('store', t.name)],
)
