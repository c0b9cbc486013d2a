import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { orderActions, orderStatuses } from '../enums'
import { fen, identified, moment, oneOf, versioned } from './columns'
import { product, sku } from './product'
import { user } from './user'

/** The address as it was when the order was placed. */
export interface Receiver {
  name: string
  mobile: string
  province: string
  city: string
  district: string
  detail: string
  postal_code: string | null
}

export const order = pgTable(
  'order',
  {
    ...versioned,
    order_no: text().notNull(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'restrict' }),
    status: text({ enum: orderStatuses }).notNull().default('unpaid'),
    items_amount: fen().notNull(),
    freight_amount: fen().notNull().default(0),
    discount_amount: fen().notNull().default(0),
    total_amount: fen().notNull(),
    paid_amount: fen().notNull().default(0),
    refunded_amount: fen().notNull().default(0),
    remark: text().notNull().default(''),
    seller_remark: text().notNull().default(''),
    receiver: jsonb().$type<Receiver>().notNull(),
    expires_at: moment().notNull(),
    paid_at: moment(),
    shipped_at: moment(),
    completed_at: moment(),
    cancelled_at: moment(),
    cancel_reason: text(),
    /** When a job may next process this order. Claiming moves it forward, so that the orders of a crashed run become due again. */
    next_try_at: moment(),
  },
  (t) => [
    unique('order_order_no').on(t.order_no),
    oneOf('order_status', t.status, orderStatuses),
    check(
      'order_amounts',
      sql`${t.total_amount} = ${t.items_amount} + ${t.freight_amount} - ${t.discount_amount} and ${t.total_amount} >= 0
        and ${t.refunded_amount} between 0 and ${t.paid_amount}`,
    ),
    index('order_own').on(t.user_id, t.id),
    index('order_own_by_status').on(t.user_id, t.status, t.id),
    index('order_by_status').on(t.status, t.id),
    index('order_shipped').on(t.shipped_at).where(sql`status = 'shipped'`),
    index('order_next_try').on(t.next_try_at).where(sql`next_try_at is not null`),
  ],
)

export const order_item = pgTable(
  'order_item',
  {
    ...identified,
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'cascade' }),
    product_id: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'restrict' }),
    sku_id: integer()
      .notNull()
      .references(() => sku.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    spec_text: text().notNull(),
    image_url: text(),
    price: integer().notNull(),
    count: integer().notNull(),
    amount: fen().notNull(),
  },
  (t) => [
    unique('order_item_sku').on(t.order_id, t.sku_id),
    check('order_item_amount', sql`${t.count} > 0 and ${t.amount} = ${t.price}::bigint * ${t.count}`),
  ],
)

export const order_log = pgTable(
  'order_log',
  {
    ...identified,
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'cascade' }),
    action: text({ enum: orderActions }).notNull(),
    from_status: text({ enum: orderStatuses }),
    to_status: text({ enum: orderStatuses }).notNull(),
    /** The user who made the transition; null: the system or the payment provider. */
    actor: integer(),
    detail: text().notNull().default(''),
  },
  (t) => [index('order_log_order').on(t.order_id, t.id), oneOf('order_log_action', t.action, orderActions)],
)

export const shipment = pgTable(
  'shipment',
  {
    ...identified,
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'cascade' }),
    carrier: text().notNull(),
    tracking_no: text().notNull(),
    shipped_at: moment().notNull().defaultNow(),
  },
  (t) => [index('shipment_order').on(t.order_id)],
)
