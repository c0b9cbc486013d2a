import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { couponSources, promotionAudiences, promotionGains, promotionScopes, type Tier } from '@/db/enums'
import { fen, identified, moment, oneOf, versioned } from './columns'
import { order, order_item } from './order'
import { product, sku } from './product'
import { user } from './user'

/** Applies by itself, or to orders with one of its coupons. */
export const promotion = pgTable(
  'promotion',
  {
    ...versioned,
    /** For staff. */
    name: text().notNull(),
    /** For customers, such as `满200减30`. */
    label: text().notNull(),
    gives: text({ enum: promotionGains }).notNull(),
    /** false: staff have stopped the promotion. */
    enabled: boolean().notNull().default(true),
    /** Not combined with another promotion on the same line. */
    exclusive: boolean().notNull().default(false),
    /** The highest applies among promotions that cannot be combined on a line. */
    priority: integer().notNull().default(0),
    starts_at: moment().notNull(),
    ends_at: moment().notNull(),
    scope: text({ enum: promotionScopes }).notNull().default('all'),
    /** Including the subcategories at the time of the order. */
    category_ids: integer().array().notNull().default(sql`'{}'`),
    product_ids: integer().array().notNull().default(sql`'{}'`),
    except_product_ids: integer().array().notNull().default(sql`'{}'`),
    /** Ascending. Empty for a deal, which has prices of SKUs instead (`deal_sku`). */
    tiers: jsonb().$type<Tier[]>().notNull(),
    /** Counts once for each time that the threshold is reached. Only with a single tier that takes off an amount. */
    repeats: boolean().notNull().default(false),
    audience: text({ enum: promotionAudiences }).notNull().default('everyone'),
    /**
     * Without coupons: orders, not counting canceled ones; null: no limit. With coupons: the coupons that a customer
     * can get. For a deal: pieces of each SKU at the deal price.
     */
    per_customer: integer(),
    /** null: no coupons, the promotion applies by itself. */
    coupon_source: text({ enum: couponSources }),
    /** Number of coupons; null: any number. */
    total: integer(),
    /** Received by customers. */
    taken_count: integer().notNull().default(0),
    /** Validity of a coupon; null: until the end of the promotion. */
    valid_days: integer(),
    /** In upper case. For any number of customers, beside the codes of `coupon_code`, each for one. */
    shared_code: text(),
  },
  (t) => [
    // The promotions that placing an order reads.
    index('promotion_enabled').on(t.ends_at).where(sql`enabled and coupon_source is null`),
    // The coupons that customers can take.
    index('promotion_coupons').on(t.ends_at).where(sql`enabled and coupon_source is not null`),
    // Customers type O for 0, and I or L for 1.
    index('promotion_shared_code').on(sql`translate(shared_code, 'OIL', '011')`).where(sql`shared_code is not null`),
    oneOf('promotion_gives', t.gives, promotionGains),
    oneOf('promotion_scope', t.scope, promotionScopes),
    oneOf('promotion_audience', t.audience, promotionAudiences),
    check('promotion_window', sql`${t.ends_at} > ${t.starts_at}`),
    check('promotion_per_customer', sql`${t.per_customer} >= 1`),
    oneOf('promotion_coupon_source', t.coupon_source, couponSources),
    check('promotion_shared_code_source', sql`${t.shared_code} is null or ${t.coupon_source} = 'code'`),
    check('promotion_taken', sql`${t.taken_count} <= ${t.total}`),
    check(
      'promotion_coupons_only',
      sql`case when ${t.coupon_source} is null then ${t.total} is null and ${t.valid_days} is null and ${t.taken_count} = 0
        else ${t.per_customer} is not null end`,
    ),
  ],
)

/** Transactions lock a row of this table after the row of its SKU. */
export const deal_sku = pgTable(
  'deal_sku',
  {
    promotion_id: integer()
      .notNull()
      .references(() => promotion.id, { onDelete: 'cascade' }),
    sku_id: integer()
      .notNull()
      .references(() => sku.id, { onDelete: 'cascade' }),
    product_id: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    price: integer().notNull(),
    /** Pieces at this price; null: any number. */
    quota: integer(),
    /** At this price, without canceled orders. */
    sold: integer().notNull().default(0),
    /** Of the last order at this price; null: none. */
    sold_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.promotion_id, t.sku_id] }),
    index('deal_sku_sku').on(t.sku_id),
    index('deal_sku_product').on(t.product_id),
    check('deal_sku_price', sql`${t.price} >= 1`),
    check('deal_sku_quota', sql`${t.quota} >= 1`),
    check('deal_sku_sold', sql`${t.sold} >= 0`),
  ],
)

/** For one order. The state is derived from these columns and the time. */
export const coupon = pgTable(
  'coupon',
  {
    ...identified,
    promotion_id: integer()
      .notNull()
      .references(() => promotion.id, { onDelete: 'restrict' }),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'restrict' }),
    source: text({ enum: couponSources }).notNull(),
    starts_at: moment().notNull(),
    ends_at: moment().notNull(),
    /** Holds or has used the coupon. A canceled order has no coupon. */
    order_id: integer().references(() => order.id, { onDelete: 'restrict' }),
    /** When the order was paid. */
    used_at: moment(),
    revoked_at: moment(),
  },
  (t) => [
    uniqueIndex('coupon_order').on(t.order_id).where(sql`order_id is not null`),
    index('coupon_own').on(t.user_id, t.id),
    index('coupon_promotion').on(t.promotion_id, t.id),
    // For the numbers of a promotion.
    index('coupon_taken_by_orders').on(t.promotion_id, t.used_at).where(sql`order_id is not null`),
    oneOf('coupon_source', t.source, couponSources),
    check('coupon_used', sql`${t.used_at} is null or ${t.order_id} is not null`),
    check('coupon_revoked', sql`${t.revoked_at} is null or ${t.order_id} is null`),
  ],
)

export const coupon_code = pgTable(
  'coupon_code',
  {
    ...identified,
    /** 12 characters of Crockford's Base32. */
    code: text().notNull(),
    promotion_id: integer()
      .notNull()
      .references(() => promotion.id, { onDelete: 'restrict' }),
    /** null: unused. */
    used_at: moment(),
    /** null: unused, or the account of the customer was closed. */
    coupon_id: integer().references(() => coupon.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('coupon_code_code').on(t.code),
    index('coupon_code_promotion').on(t.promotion_id, t.id),
    uniqueIndex('coupon_code_coupon').on(t.coupon_id).where(sql`coupon_id is not null`),
  ],
)

/** A discount by staff has no row: it is the part of the order's discount that these rows do not cover. */
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
    /** null: the promotion applied by itself, or the account of the customer was closed. */
    coupon_id: integer().references(() => coupon.id, { onDelete: 'set null' }),
    gives: text({ enum: promotionGains }).notNull(),
    /** When the order was placed. */
    label: text().notNull(),
    amount: fen().notNull(),
  },
  (t) => [
    unique('order_discount_promotion').on(t.order_id, t.promotion_id),
    index('order_discount_by_promotion').on(t.promotion_id, t.order_id),
    index('order_discount_coupon').on(t.coupon_id).where(sql`coupon_id is not null`),
    oneOf('order_discount_gives', t.gives, promotionGains),
    check('order_discount_amount', sql`${t.amount} > 0`),
  ],
)

/** A reduction of the shipping fee has no shares. */
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
    /** Of a deal, those at its price; null: all, or no deal. */
    pieces: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.order_discount_id, t.order_item_id] }),
    index('order_item_discount_item').on(t.order_item_id),
    check('order_item_discount_amount', sql`${t.amount} > 0`),
  ],
)
