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
import { type CallbackOutcome, paymentStatuses, refundStatuses } from '@/db/enums'
import { fen, identified, moment, oneOf } from './columns'
import { order, order_item } from './order'

/** The stored fields of the request that creates a payment at the payment provider. */
export interface PrepayRequest {
  description: string
  /** The time limit for the payment, in RFC 3339 with the offset +08:00. */
  time_expire: string
  notify_url: string
}

/**
 * An attempt to pay an order. If this attempt was closed, or if the amount or the payer of the order has changed, the
 * customer's next try creates a new attempt with a new `payment_no`.
 */
export const payment = pgTable(
  'payment',
  {
    ...identified,
    /** The number of the payment, which the payment provider calls `out_trade_no`. */
    payment_no: text().notNull(),
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'restrict' }),
    provider: text().notNull(),
    amount: fen().notNull(),
    status: text({ enum: paymentStatuses }).notNull().default('created'),
    prepay_id: text(),
    transaction_id: text(),
    /** The openid of the payer. */
    payer: text().notNull(),
    /** The request to the payment provider. Stored because a repeated request must be identical. */
    prepay_request: jsonb().$type<PrepayRequest>(),
    prepaid_at: moment(),
    /** Whether this payment paid the order; any other payment of the order is refunded. */
    settles: boolean().notNull().default(false),
    expires_at: moment().notNull(),
    paid_at: moment(),
    next_try_at: moment(),
  },
  (t) => [
    unique('payment_payment_no').on(t.payment_no),
    unique('payment_transaction_id').on(t.transaction_id),
    oneOf('payment_status', t.status, paymentStatuses),
    check('payment_amount', sql`${t.amount} > 0`),
    index('payment_order').on(t.order_id),
    uniqueIndex('payment_one_open').on(t.order_id).where(sql`status in ('created', 'prepaid')`),
    uniqueIndex('payment_one_settles').on(t.order_id).where(sql`settles`),
    index('payment_next_try').on(t.next_try_at).where(sql`next_try_at is not null`),
    // The few payments that do not settle their order, such as double payments. They are refunded.
    index('payment_returned').on(t.id).where(sql`not settles and paid_at is not null`),
  ],
)

export const refund = pgTable(
  'refund',
  {
    ...identified,
    refund_no: text().notNull(),
    payment_id: integer()
      .notNull()
      .references(() => payment.id, { onDelete: 'restrict' }),
    amount: fen().notNull(),
    /** The part of `amount` that is freight. The rest belongs to the lines. */
    freight_amount: fen().notNull().default(0),
    /**
     * The text about the refund that the payment provider shows to the customer. Stored because every request for the
     * refund must repeat this text.
     */
    reason: text().notNull().default(''),
    /** The reason of staff: an entry of the dictionary `refund_reason`; null: the system has requested the refund. */
    reason_code: text(),
    /** A note about the refund that only staff read. */
    note: text().notNull().default(''),
    /** The staff member who requested the refund; null: the system requested it, for a late or double payment. */
    actor: integer(),
    /**
     * The status of the refund. `abnormal`: the payment provider accepted the refund but did not pay. `refused`: the
     * payment provider did not accept the refund. In both cases, the pieces and the money stay reserved until staff
     * retry or close the refund. `closed`: the pieces and the money are no longer reserved.
     */
    status: text({ enum: refundStatuses }).notNull().default('processing'),
    /**
     * The payment provider's code for its last refusal of the refund; null: the refund was accepted, or the provider
     * has not answered yet.
     */
    refusal_code: text(),
    /** The number of consecutive refusals with the code `refusal_code`. */
    refusals: integer().notNull().default(0),
    provider_refund_id: text(),
    succeeded_at: moment(),
    next_try_at: moment(),
  },
  (t) => [
    unique('refund_refund_no').on(t.refund_no),
    oneOf('refund_status', t.status, refundStatuses),
    check('refund_amount', sql`${t.amount} > 0 and ${t.freight_amount} between 0 and ${t.amount}`),
    index('refund_payment').on(t.payment_id),
    index('refund_succeeded').on(t.succeeded_at, t.payment_id, t.amount).where(sql`succeeded_at is not null`),
    index('refund_failed').on(t.id, t.status).where(sql`status in ('abnormal', 'refused')`),
    index('refund_next_try').on(t.next_try_at).where(sql`next_try_at is not null`),
  ],
)

/**
 * The lines of a refund: the number of pieces, their money in fen, and the number of pieces that return to stock when
 * the refund succeeds.
 */
export const refund_item = pgTable(
  'refund_item',
  {
    refund_id: integer()
      .notNull()
      .references(() => refund.id, { onDelete: 'restrict' }),
    order_item_id: integer()
      .notNull()
      .references(() => order_item.id, { onDelete: 'restrict' }),
    /** The number of refunded pieces; 0: money of the line is refunded without pieces. */
    count: integer().notNull(),
    /** The pieces of `count` that had not been shipped before the refund, and are not shipped any more. */
    kept_count: integer().notNull(),
    amount: fen().notNull(),
    restock_count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refund_id, t.order_item_id] }),
    index('refund_item_order_item').on(t.order_item_id),
    check(
      'refund_item_pieces',
      sql`${t.kept_count} between 0 and ${t.count} and ${t.restock_count} between 0 and ${t.count} and ${t.amount} >= 0`,
    ),
  ],
)

/**
 * The events that the payment provider's callbacks report, one row for each event, even if an event is delivered
 * several times.
 */
export const payment_event = pgTable(
  'payment_event',
  {
    ...identified,
    event_id: text().notNull(),
    type: text().notNull(),
    /** The SHA-256 of the decrypted event, to detect a later delivery of the same event with other content. */
    digest: text().notNull(),
    outcome: text().$type<CallbackOutcome>().notNull(),
  },
  (t) => [unique('payment_event_event_id').on(t.event_id)],
)
