import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { fen, identified, moment, oneOf } from './columns'
import { order } from './order'

export const paymentStatuses = ['created', 'prepaid', 'paid', 'closing', 'closed', 'failed'] as const
export const refundStatuses = ['processing', 'succeeded', 'abnormal', 'closed'] as const

/** The varying part of a pre-payment. */
export interface PrepayRequest {
  description: string
  /** RFC 3339 with the offset +08:00. */
  time_expire: string
  notify_url: string
}

/** One attempt to pay an order; a changed or closed attempt is never taken up again under the same number. */
export const payment = pgTable(
  'payment',
  {
    ...identified,
    /** The provider's out_trade_no. */
    payment_no: text().notNull(),
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'restrict' }),
    provider: text().notNull(),
    amount: fen().notNull(),
    status: text({ enum: paymentStatuses }).notNull().default('created'),
    prepay_id: text(),
    transaction_id: text(),
    /** The payer's openid. */
    payer: text().notNull(),
    /** What was asked of the provider, kept because asking again must say the same. */
    prepay_request: jsonb().$type<PrepayRequest>(),
    prepaid_at: moment(),
    /** This is the payment that paid the order; any other that arrives is returned. */
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
    reason: text().notNull().default(''),
    /** Whether the pieces go back into stock when the money has gone back. */
    returns_stock: boolean().notNull().default(false),
    /** The staff member who asked for it; null: the system, for a payment that came too late or twice. */
    actor: integer(),
    status: text({ enum: refundStatuses }).notNull().default('processing'),
    provider_refund_id: text(),
    next_try_at: moment(),
  },
  (t) => [
    unique('refund_refund_no').on(t.refund_no),
    oneOf('refund_status', t.status, refundStatuses),
    check('refund_amount', sql`${t.amount} > 0`),
    index('refund_payment').on(t.payment_id),
    index('refund_next_try').on(t.next_try_at).where(sql`next_try_at is not null`),
  ],
)

/** Every callback of the provider once, whatever the number of its deliveries. */
export const payment_event = pgTable(
  'payment_event',
  {
    ...identified,
    event_id: text().notNull(),
    type: text().notNull(),
    /** SHA-256 of the decrypted content: a second delivery that says something else is told apart. */
    digest: text().notNull(),
    outcome: text().notNull(),
  },
  (t) => [unique('payment_event_event_id').on(t.event_id)],
)
