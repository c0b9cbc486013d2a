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

export interface PrepayRequest {
  description: string
  /** RFC 3339 with the offset +08:00. */
  time_expire: string
  notify_url: string
}

/** If this attempt was closed, or the amount or the payer has changed, the next try gets a new `payment_no`. */
export const payment = pgTable(
  'payment',
  {
    ...identified,
    /** The provider calls it `out_trade_no`. */
    payment_no: text().notNull(),
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'restrict' }),
    provider: text().notNull(),
    amount: fen().notNull(),
    status: text({ enum: paymentStatuses }).notNull().default('created'),
    prepay_id: text(),
    transaction_id: text(),
    /** The openid. */
    payer: text().notNull(),
    /** Stored because a repeated request must be identical. */
    prepay_request: jsonb().$type<PrepayRequest>(),
    prepaid_at: moment(),
    /** Any other payment of the order is refunded. */
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
    /** The rest belongs to the lines. */
    freight_amount: fen().notNull().default(0),
    /** For the customer. Stored because every request for the refund must repeat this text. */
    reason: text().notNull().default(''),
    /** An entry of the dictionary `refund_reason`; null: requested by the system. */
    reason_code: text(),
    /** Only for staff. */
    note: text().notNull().default(''),
    /** null: the system, for a late or double payment. */
    actor: integer(),
    /** `abnormal`: accepted but not paid. `refused`: not accepted. Pieces and money stay reserved, until `closed`. */
    status: text({ enum: refundStatuses }).notNull().default('processing'),
    /** The provider's last refusal; null: accepted, or no answer yet. */
    refusal_code: text(),
    /** Consecutive refusals with `refusal_code`. */
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

/** The pieces, their money in fen, and the pieces that return to stock on success. */
export const refund_item = pgTable(
  'refund_item',
  {
    refund_id: integer()
      .notNull()
      .references(() => refund.id, { onDelete: 'restrict' }),
    order_item_id: integer()
      .notNull()
      .references(() => order_item.id, { onDelete: 'restrict' }),
    /** 0: money without pieces. */
    count: integer().notNull(),
    /** Part of `count`, not shipped before the refund, and never shipped. */
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

/** Reported by callbacks. One row for each event, even if delivered several times. */
export const payment_event = pgTable(
  'payment_event',
  {
    ...identified,
    event_id: text().notNull(),
    type: text().notNull(),
    /** SHA-256 of the decrypted event, to detect a later delivery with other content. */
    digest: text().notNull(),
    outcome: text().$type<CallbackOutcome>().notNull(),
  },
  (t) => [unique('payment_event_event_id').on(t.event_id)],
)
