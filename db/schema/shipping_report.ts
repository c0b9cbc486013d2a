import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { shippingReportStatuses } from '@/db/enums'
import { identified, moment, oneOf } from './columns'
import { order } from './order'
import { payment } from './payment'

/** The platform pays out only after the report. The time of each parcel's report is in `shipment`. */
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
    /** The platform has accepted the last report about the payment. */
    finished: boolean().notNull().default(false),
    /** Since the last success. */
    tries: integer().notNull().default(0),
    /** null: nothing to report until another parcel is shipped. */
    next_try_at: moment(),
    /** The last error of the platform. */
    errcode: integer(),
    errmsg: text(),
    /** When a corrected parcel was first sent to the platform, which accepts one correction. */
    corrected_at: moment(),
    /** As the platform last returned. `settled_at`: when the shop recorded the settlement. */
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

/** Handled messages, one row for each, even if sent several times. */
export const platform_message = pgTable(
  'platform_message',
  {
    ...identified,
    /** SHA-256 of the decrypted message. */
    digest: text().notNull(),
    event: text().notNull(),
    /** Text of an unknown event; null: the shop knows the event. */
    body: text(),
  },
  (t) => [
    unique('platform_message_digest').on(t.digest),
    index('platform_message_created').on(t.created_at),
    index('platform_message_unknown').on(t.created_at).where(sql`body is not null`),
  ],
)
