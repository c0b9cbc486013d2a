import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { promotionAudiences, promotionGains, promotionScopes } from '@/db/enums'
import { fen, identified, moment, oneOf, versioned } from './columns'
import { order, order_item } from './order'

/** A step of a promotion. Exactly one threshold (`from_…`) and one value (`off_…`) are set. Amounts are in fen. */
export interface Tier {
  from_amount?: number | undefined
  from_pieces?: number | undefined
  off_amount?: number | undefined
  /** In thousandths of the cost of the lines. */
  off_permille?: number | undefined
  /** The largest reduction. */
  at_most?: number | undefined
}

/** A reduction that applies by itself to the orders placed in its period. */
export const promotion = pgTable(
  'promotion',
  {
    ...versioned,
    /** The name for staff. */
    name: text().notNull(),
    /** The text for customers, such as `满200减30`. */
    label: text().notNull(),
    gives: text({ enum: promotionGains }).notNull(),
    /** false: stopped. */
    enabled: boolean().notNull().default(true),
    /** Whether the promotion is combined with no other promotion on the same line. */
    exclusive: boolean().notNull().default(false),
    /** Of several reductions of a line, the one with the highest priority applies. */
    priority: integer().notNull().default(0),
    starts_at: moment().notNull(),
    ends_at: moment().notNull(),
    scope: text({ enum: promotionScopes }).notNull().default('all'),
    /** Categories of the scope. Includes the categories below them, as of the time of the order. */
    category_ids: integer().array().notNull().default(sql`'{}'`),
    product_ids: integer().array().notNull().default(sql`'{}'`),
    /** Products to which the promotion never applies. */
    except_product_ids: integer().array().notNull().default(sql`'{}'`),
    /** In ascending order of the threshold. */
    tiers: jsonb().$type<Tier[]>().notNull(),
    /** Whether the value of the only tier counts once for each time that the threshold is reached. */
    repeats: boolean().notNull().default(false),
    audience: text({ enum: promotionAudiences }).notNull().default('everyone'),
    /** The number of orders of one customer with this promotion, without canceled orders; null: any number. */
    per_customer: integer(),
  },
  (t) => [
    // The promotions that placing an order reads.
    index('promotion_enabled').on(t.ends_at).where(sql`enabled`),
    oneOf('promotion_gives', t.gives, promotionGains),
    oneOf('promotion_scope', t.scope, promotionScopes),
    oneOf('promotion_audience', t.audience, promotionAudiences),
    check('promotion_window', sql`${t.ends_at} > ${t.starts_at}`),
    check('promotion_per_customer', sql`${t.per_customer} >= 1`),
  ],
)

/** The reduction of an order by a promotion. A discount by staff is the rest of the order's discount, and has no row. */
export const order_discount = pgTable(
  'order_discount',
  {
    ...identified,
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'cascade' }),
    promotion_id: integer()
      .notNull()
      .references(() => promotion.id, { onDelete: 'restrict' }),
    gives: text({ enum: promotionGains }).notNull(),
    /** The label of the promotion when the order was placed. */
    label: text().notNull(),
    amount: fen().notNull(),
  },
  (t) => [
    unique('order_discount_promotion').on(t.order_id, t.promotion_id),
    index('order_discount_by_promotion').on(t.promotion_id, t.order_id),
    oneOf('order_discount_gives', t.gives, promotionGains),
    check('order_discount_amount', sql`${t.amount} > 0`),
  ],
)

/** The share of a line in a reduction of an order. The reduction of the shipping fee has no shares. */
export const order_item_discount = pgTable(
  'order_item_discount',
  {
    order_discount_id: integer()
      .notNull()
      .references(() => order_discount.id, { onDelete: 'cascade' }),
    order_item_id: integer()
      .notNull()
      .references(() => order_item.id, { onDelete: 'cascade' }),
    amount: fen().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.order_discount_id, t.order_item_id] }),
    index('order_item_discount_item').on(t.order_item_id),
    check('order_item_discount_amount', sql`${t.amount} > 0`),
  ],
)
