import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { about, identified } from './columns'
import { sku } from './product'
import { user } from './user'

/** Price, name and stock are read from the SKU. A cart reserves no stock. */
export const cart_item = pgTable(
  'cart_item',
  {
    ...identified,
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    sku_id: integer()
      .notNull()
      .references(() => sku.id, { onDelete: 'cascade' }),
    count: integer().notNull(),
    /** For the next order. */
    checked: boolean().notNull().default(true),
  },
  (t) => [
    // The index also serves reads of a customer's cart.
    unique(about('sku_id', 'cart_item_user_id_sku_id')).on(t.user_id, t.sku_id),
    check('cart_item_count', sql`${t.count} between 1 and 999`),
  ],
)
