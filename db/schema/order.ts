import { type SQL, sql } from 'drizzle-orm'
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
import { fulfilments, orderActions, orderStatuses, shippingMethods, trackingStates } from '@/db/enums'
import { about, external, fen, identified, indexOfTags, moment, oneOf, tagged, versioned } from './columns'
import { product, sku } from './product'
import { store } from './store'
import { user } from './user'

/** A copy, so that later changes of the customer's address do not change the order. */
export interface Receiver {
  name: string
  mobile: string
  province: string
  city: string
  district: string
  detail: string
  postal_code: string | null
}

/** The freight by shipping template, in fen, when the order was placed. */
export interface OrderFreight {
  template_id: number
  name: string
  sku_ids: number[]
  amount: number
  free: 'amount' | 'pieces' | null
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
    /** Written by a trigger on the order lines. */
    fulfilment: text({ enum: fulfilments }).notNull().default('none'),
    items_amount: fen().notNull(),
    freight_amount: fen().notNull().default(0),
    /** Empty: by staff, or none; null: placed before there were templates. */
    freight_detail: jsonb().$type<OrderFreight[]>(),
    discount_amount: fen().notNull().default(0),
    /** Part of `discount_amount`; the rest is a discount by staff. */
    promotion_amount: fen().notNull().default(0),
    total_amount: fen().notNull(),
    paid_amount: fen().notNull().default(0),
    /** Paid back by refunds. */
    refunded_amount: fen().notNull().default(0),
    /** Paid back or may still be paid back. Failed refunds count until they are closed. */
    promised_amount: fen().notNull().default(0),
    /** Part of `promised_amount`. */
    promised_freight: fen().notNull().default(0),
    remark: text().notNull().default(''),
    /** From versions before notes. All were copied to `order_note`. */
    seller_remark: text().notNull().default(''),
    /** null: the goods are shipped. */
    store_id: integer().references(() => store.id, { onDelete: 'restrict' }),
    /** If the order is collected: the person who collects it, with the address of the store. */
    receiver: jsonb().$type<Receiver>().notNull(),
    /** Requested by the customer of a paid order, until staff accept or refuse. */
    asked_receiver: jsonb().$type<Receiver>(),
    expires_at: moment().notNull(),
    paid_at: moment(),
    shipped_at: moment(),
    completed_at: moment(),
    cancelled_at: moment(),
    cancel_reason: text(),
    /** The earliest time for a job. Moved forward first, so that after a crash the order is processed again then. */
    next_try_at: moment(),
    /** Removed from the customer's list; staff still see the order. Only finished orders can be removed. */
    hidden_at: moment(),
    /** The client's network (`ipRange`), while unpaid and without a mini-program identity: limits such orders. */
    placed_from: text(),
    /** null: the customer placed the order. */
    placed_by: integer(),
    ...external,
    ...tagged,
  },
  (t) => [
    unique('order_order_no').on(t.order_no),
    oneOf('order_status', t.status, orderStatuses),
    oneOf('order_fulfilment', t.fulfilment, fulfilments),
    check(
      'order_amounts',
      sql`${t.total_amount} = ${t.items_amount} + ${t.freight_amount} - ${t.discount_amount} and ${t.total_amount} >= 0
        and ${t.refunded_amount} between 0 and ${t.paid_amount}`,
    ),
    check('order_promotion_amount', sql`${t.promotion_amount} between 0 and ${t.discount_amount}`),
    check(
      'order_promised',
      sql`${t.promised_amount} between ${t.refunded_amount} and ${t.paid_amount}
        and ${t.promised_freight} between 0 and least(${t.freight_amount}, ${t.promised_amount})`,
    ),
    // Includes the time of payment, so that the dashboard counts paying customers by an index-only scan.
    index('order_own').on(t.user_id, t.id, t.paid_at),
    index('order_own_by_status').on(t.user_id, t.status, t.id),
    index('order_by_status').on(t.status, t.fulfilment, t.id),
    index('order_receiver_phone').on(sql`phone_key(receiver ->> 'mobile')`),
    // For the search of staff: the beginning and the end of a number, and the receiver.
    index('order_no_beginning').on(t.order_no.op('text_pattern_ops')),
    index('order_no_ending').on(sql`reverse(${t.order_no}) text_pattern_ops`),
    index('order_receiver_phone_ending').on(sql`right(phone_key(receiver ->> 'mobile'), 4)`),
    // Indexes single characters, with a list of pending entries. Pieces of two characters would slow each order more.
    index('order_receiver_text')
      .using('gin', sql`string_to_array(folded((receiver ->> 'name') || E'\\n' || (receiver ->> 'detail')), null)`)
      .with({ gin_pending_list_limit: 512 }),
    index('order_shipped').on(t.shipped_at).where(sql`status = 'shipped'`),
    // The columns after the first are counted and summed by the dashboard, which then reads no rows.
    index('order_paid').on(t.paid_at, t.user_id, t.paid_amount, t.id).where(sql`paid_at is not null`),
    // The cost of promotions in a range of days.
    index('order_paid_promotion')
      .on(t.paid_at, t.promotion_amount)
      .where(sql`promotion_amount > 0 and paid_at is not null`),
    index('order_created').on(t.created_at, t.id, t.status, t.paid_at),
    index('order_placed_from').on(t.placed_from).where(sql`status = 'unpaid' and placed_from is not null`),
    index('order_address_asked').on(t.id).where(sql`asked_receiver is not null`),
    index('order_store').on(t.store_id, t.id).where(sql`store_id is not null`),
    index('order_updated').on(t.updated_at, t.id),
    uniqueIndex('order_external_id').on(t.external_id).where(sql`external_id is not null`),
    indexOfTags('order', t.tags),
    index('order_next_try').on(t.next_try_at).where(sql`next_try_at is not null`),
  ],
)

/**
 * The first payment of each customer, written by a trigger on orders, so that the dashboard need not read all earlier
 * orders. No column of `user`, because a payment holds the lock of an order and must not wait for that row.
 */
export const buyer = pgTable(
  'buyer',
  {
    user_id: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    first_paid_at: moment().notNull(),
  },
  (t) => [index('buyer_first_paid').on(t.first_paid_at)],
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
    /** In all reductions of the order. */
    discount_amount: fen().notNull().default(0),
    /** `amount` minus `discount_amount`. Refunds are computed from this amount. */
    paid_amount: fen()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`"amount" - "discount_amount"`),
    shipped_count: integer().notNull().default(0),
    /** In refunds that succeeded or may still succeed, shipped or not. */
    refunded_count: integer().notNull().default(0),
    /** Part of `refunded_count`, never shipped. `count - shipped_count - kept_count` pieces are left to ship. */
    kept_count: integer().notNull().default(0),
    /** In refunds that succeeded or may still succeed. */
    refunded_amount: fen().notNull().default(0),
    /** In fen, of a piece when the order was placed; null: unknown. Never changed, so that past profits stay. */
    cost: integer(),
    /** Copied by a trigger on the order. */
    paid_at: moment(),
  },
  (t) => [
    unique('order_item_sku').on(t.order_id, t.sku_id),
    index('order_item_product').on(t.product_id, t.order_id),
    // For sums of the dashboard over a range of payments. Placing an order writes nothing to this index.
    index('order_item_sold_cost')
      .on(t.paid_at, t.product_id, t.count, t.paid_amount, t.cost)
      .where(sql`paid_at is not null`),
    check('order_item_amount', sql`${t.count} > 0 and ${t.amount} = ${t.price}::bigint * ${t.count}`),
    check(
      'order_item_paid',
      sql`${t.discount_amount} between 0 and ${t.amount} and ${t.refunded_amount} between 0 and ${t.paid_amount}`,
    ),
    check(
      'order_item_pieces',
      sql`${t.shipped_count} >= 0 and ${t.kept_count} >= 0 and ${t.shipped_count} + ${t.kept_count} <= ${t.count}
        and ${t.refunded_count} between ${t.kept_count} and ${t.kept_count} + ${t.shipped_count}`,
    ),
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
    /** null: the system or the payment provider. */
    actor: integer(),
    detail: text().notNull().default(''),
  },
  (t) => [index('order_log_order').on(t.order_id, t.id), oneOf('order_log_action', t.action, orderActions)],
)

export const order_pickup = pgTable(
  'order_pickup',
  {
    order_id: integer()
      .primaryKey()
      .references(() => order.id, { onDelete: 'cascade' }),
    /** 12 random digits, which the customer shows at the store. */
    code: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    /** Staff told the customer that the goods can be collected. */
    ready_at: moment(),
    ready_by: integer(),
    collected_at: moment(),
    /** Staff who handed the goods over. */
    collected_by: integer(),
  },
  (t) => [
    unique('order_pickup_code').on(t.code),
    index('order_pickup_waiting').on(t.created_at, t.order_id).where(sql`collected_at is null`),
    check('order_pickup_code_digits', sql`${t.code} ~ '^[0-9]{12}$'`),
  ],
)

/** Never changed. */
export const order_note = pgTable(
  'order_note',
  {
    ...identified,
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    pinned: boolean().notNull(),
    /** Printed on the packing list, which is put in the parcel. */
    for_parcel: boolean().notNull().default(false),
    /** null: copied from `seller_remark` of an earlier version. */
    actor: integer(),
  },
  (t) => [index('order_note_order').on(t.order_id, t.id)],
)

export const order_print = pgTable(
  'order_print',
  {
    ...identified,
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'cascade' }),
    actor: integer().notNull(),
  },
  (t) => [index('order_print_order').on(t.order_id, t.id)],
)

/** A parcel with a carrier, or a delivery or pickup without one. */
export const shipment = pgTable(
  'shipment',
  {
    ...identified,
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'cascade' }),
    method: text({ enum: shippingMethods }).notNull().default('express'),
    /** An entry of the dictionary `carrier`. */
    carrier: text(),
    tracking_no: text(),
    shipped_at: moment().notNull().defaultNow(),
    /** null: unknown. */
    actor: integer(),
    /** When a wrong carrier or tracking number was corrected. */
    corrected_at: moment(),
    corrected_by: integer(),
    /** The shipment never left the shop; its pieces must be shipped again. */
    revoked_at: moment(),
    revoked_by: integer(),
    /** The first report to the platform began: the platform may know the shipment since then. */
    tried_at: moment(),
    reported_at: moment(),
    /**
     * As `SF SF123`; empty without a parcel. Stored before the report: if the answer is lost, the same values are sent
     * again, even if the parcel was corrected meanwhile.
     */
    reported_as: text(),
    tracking: text({ enum: trackingStates }).notNull().default('none'),
    /** Of the latest news. */
    tracking_at: moment(),
    tracking_text: text().notNull().default(''),
    /** Of the platform, which tracks the parcel since it was issued. Opens the plugin of the mini-program. */
    waybill_token: text(),
    /** When the platform is asked next; null: no longer, or never. */
    track_at: moment(),
    /** The refusal of the platform to track this carrier, number and phone. */
    tracking_errcode: integer(),
    tracking_errmsg: text(),
  },
  (t) => [
    index('shipment_order').on(t.order_id),
    index('shipment_track').on(t.track_at).where(sql`track_at is not null`),
    index('shipment_without_news')
      .on(t.tracking, t.order_id, t.tracking_at, t.shipped_at)
      .where(sql`track_at is not null`),
    oneOf('shipment_tracking', t.tracking, trackingStates),
    index('shipment_tracking_no').on(t.tracking_no).where(sql`tracking_no is not null`),
    uniqueIndex(about('tracking_no', 'shipment_parcel'))
      .on(t.order_id, t.carrier, t.tracking_no)
      .where(sql`revoked_at is null`),
    oneOf('shipment_method', t.method, shippingMethods),
    check(
      'shipment_carrier',
      sql`num_nulls(${t.carrier}, ${t.tracking_no}) = case when ${t.method} = 'express' then 0 else 2 end`,
    ),
  ],
)

/** News of a parcel. Never changed; removed with a wrong number. */
export const shipment_trace = pgTable(
  'shipment_trace',
  {
    ...identified,
    shipment_id: integer()
      .notNull()
      .references(() => shipment.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    /** null: the state is unchanged. */
    state: text({ enum: trackingStates }),
    text: text().notNull(),
  },
  (t) => [
    unique('shipment_trace_once').on(t.shipment_id, t.at, t.text),
    oneOf('shipment_trace_state', t.state, trackingStates),
  ],
)

export const shipment_item = pgTable(
  'shipment_item',
  {
    shipment_id: integer()
      .notNull()
      .references(() => shipment.id, { onDelete: 'cascade' }),
    order_item_id: integer()
      .notNull()
      .references(() => order_item.id, { onDelete: 'cascade' }),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shipment_id, t.order_item_id] }),
    index('shipment_item_order_item').on(t.order_item_id),
    check('shipment_item_count', sql`${t.count} > 0`),
  ],
)
