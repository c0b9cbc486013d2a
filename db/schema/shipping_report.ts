import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { shippingReportStatuses } from '@/db/enums'
import { identified, moment, oneOf } from './columns'
import { order } from './order'
import { payment } from './payment'

/**
 * The report to the platform about the parcels of a payment. The platform pays out the money only after the report. The
 * time at which each parcel was reported is in `shipment`.
 */
export const shipping_report = pgTable(
  'shipping_report',
  {
    ...identified,
    payment_id: integer()
      .notNull()
      .references(() => payment.id, { onDelete: 'restrict' }),
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'restrict' }),
    status: text({ enum: shippingReportStatuses }).notNull().default('waiting'),
    /** Whether the platform has accepted a report that was marked as the last report about the payment. */
    finished: boolean().notNull().default(false),
    /** The number of attempts to report since the last success. */
    tries: integer().notNull().default(0),
    /** The time when a job next sends a report; null: there is nothing to report until another parcel is shipped. */
    next_try_at: moment(),
    /** The code of the last error that the platform returned. */
    errcode: integer(),
    errmsg: text(),
    /** The time when a corrected parcel was first sent to the platform. The platform accepts one correction. */
    corrected_at: moment(),
    /**
     * `order_state`: the state of the payment that the platform last returned. `settled_at`: the time when the shop
     * recorded that the payment was settled.
     */
    order_state: integer(),
    settled_at: moment(),
  },
  (t) => [
    unique('shipping_report_payment').on(t.payment_id),
    oneOf('shipping_report_status', t.status, shippingReportStatuses),
    check('shipping_report_waits', sql`${t.next_try_at} is null or ${t.status} = 'waiting'`),
    index('shipping_report_order').on(t.order_id),
    index('shipping_report_next_try').on(t.next_try_at).where(sql`next_try_at is not null`),
    index('shipping_report_stuck').on(t.order_id).where(sql`status = 'refused' or status = 'waiting' and tries >= 6`),
  ],
)

/**
 * The messages of the platform that were handled, one row for each message, even if a message is sent several times.
 */
export const platform_message = pgTable(
  'platform_message',
  {
    ...identified,
    /** The SHA-256 of the decrypted message. */
    digest: text().notNull(),
    event: text().notNull(),
    /** The text of a message with an unknown event; null: the shop knows the event. */
    body: text(),
  },
  (t) => [
    unique('platform_message_digest').on(t.digest),
    index('platform_message_created').on(t.created_at),
    index('platform_message_unknown').on(t.created_at).where(sql`body is not null`),
  ],
)
