import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { afterSaleActions, afterSaleKinds, afterSaleStatuses } from '@/db/enums'
import { fen, identified, moment, oneOf, versioned } from './columns'
import { file_object } from './file'
import { order, order_item } from './order'
import { refund } from './payment'
import { user } from './user'

/** A customer wants money back for pieces of a paid order, and sends them back or keeps them. */
export const after_sale = pgTable(
  'after_sale',
  {
    ...versioned,
    no: text().notNull(),
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'restrict' }),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'restrict' }),
    kind: text({ enum: afterSaleKinds }).notNull(),
    status: text({ enum: afterSaleStatuses }).notNull().default('requested'),
    /** One of `openAfterSaleStatuses`. Written together with `status`. */
    open: boolean().notNull().default(true),
    /** An entry of the dictionary `after_sale_reason`. */
    reason_code: text().notNull(),
    description: text().notNull().default(''),
    /** The price of the pieces and their freight. */
    requested_amount: fen().notNull(),
    /** Part of `requested_amount`. */
    freight_amount: fen().notNull().default(0),
    approved_amount: fen(),
    /** Beyond the request: what the customer paid to send the goods back. In the shipping fee of the refund. */
    postage_amount: fen().notNull().default(0),
    return_to: text(),
    return_carrier: text(),
    return_tracking_no: text(),
    decide_by: moment().notNull(),
    return_by: moment(),
    inspect_by: moment(),
    rejected_at: moment(),
    /** At most once: a rejection after the dispute is final. */
    disputed_at: moment(),
    dispute_description: text().notNull().default(''),
    closed_at: moment(),
    refund_id: integer().references(() => refund.id, { onDelete: 'restrict' }),
    /** The next check of deadlines; null: none left. A job first moves it forward, so that no other takes the case. */
    next_try_at: moment(),
  },
  (t) => [
    unique('after_sale_no').on(t.no),
    unique('after_sale_refund').on(t.refund_id),
    oneOf('after_sale_kind', t.kind, afterSaleKinds),
    oneOf('after_sale_status', t.status, afterSaleStatuses),
    check('after_sale_open', sql`${t.open} = (${t.status} not in ('done', 'rejected', 'withdrawn', 'expired'))`),
    check('after_sale_closed', sql`${t.open} = (${t.closed_at} is null)`),
    check(
      'after_sale_amounts',
      sql`${t.requested_amount} > 0 and ${t.freight_amount} between 0 and ${t.requested_amount}
        and (${t.freight_amount} = 0 or ${t.kind} = 'refund')
        and (${t.approved_amount} is null or ${t.approved_amount} between 1 and ${t.requested_amount})`,
    ),
    check('after_sale_paid', sql`(${t.refund_id} is not null) = (${t.status} in ('refunding', 'done'))`),
    check(
      'after_sale_return',
      sql`num_nulls(${t.return_carrier}, ${t.return_tracking_no}) in (0, 2)
        and (${t.kind} = 'return_refund' or num_nonnulls(${t.return_to}, ${t.return_carrier}) = 0)
        and (${t.status} <> 'returning' or (${t.return_to} is not null and ${t.return_by} is not null))
        and (${t.status} <> 'returned' or (${t.return_carrier} is not null and ${t.inspect_by} is not null))`,
    ),
    index('after_sale_own').on(t.user_id, t.id),
    index('after_sale_by_status').on(t.status, t.id),
    index('after_sale_order').on(t.order_id, t.id),
    index('after_sale_open_orders').on(t.order_id).where(sql`open`),
    index('after_sale_return_tracking_no').on(t.return_tracking_no).where(sql`return_tracking_no is not null`),
    index('after_sale_updated').on(t.updated_at, t.id),
    index('after_sale_next_try').on(t.next_try_at).where(sql`next_try_at is not null`),
  ],
)

export const after_sale_item = pgTable(
  'after_sale_item',
  {
    after_sale_id: integer()
      .notNull()
      .references(() => after_sale.id, { onDelete: 'cascade' }),
    order_item_id: integer()
      .notNull()
      .references(() => order_item.id, { onDelete: 'restrict' }),
    /** 0: only money. The pieces were already refunded, for less than the customer paid. */
    count: integer().notNull(),
    /** In fen. */
    amount: fen().notNull(),
    /** A copy of `after_sale.open`, for the unique index that keeps a line in at most one open case. */
    open: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.after_sale_id, t.order_item_id] }),
    index('after_sale_item_order_item').on(t.order_item_id),
    uniqueIndex('after_sale_item_one_open').on(t.order_item_id).where(sql`open`),
    check('after_sale_item_pieces', sql`${t.count} >= 0 and ${t.amount} >= 0 and (${t.count} > 0 or ${t.amount} > 0)`),
  ],
)

export const after_sale_picture = pgTable(
  'after_sale_picture',
  {
    after_sale_id: integer()
      .notNull()
      .references(() => after_sale.id, { onDelete: 'cascade' }),
    object_id: integer()
      .notNull()
      .references(() => file_object.id, { onDelete: 'cascade' }),
    sort_order: integer().notNull(),
    /** false: sent with the request that opened the case. */
    of_dispute: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.after_sale_id, t.object_id] }), unique('after_sale_picture_object').on(t.object_id)],
)

export const after_sale_log = pgTable(
  'after_sale_log',
  {
    ...identified,
    after_sale_id: integer()
      .notNull()
      .references(() => after_sale.id, { onDelete: 'cascade' }),
    action: text({ enum: afterSaleActions }).notNull(),
    from_status: text({ enum: afterSaleStatuses }),
    to_status: text({ enum: afterSaleStatuses }).notNull(),
    /** null: the system or the payment provider. */
    actor: integer(),
    /** Read by staff and the customer. */
    note: text().notNull().default(''),
  },
  (t) => [
    index('after_sale_log_case').on(t.after_sale_id, t.id),
    oneOf('after_sale_log_action', t.action, afterSaleActions),
  ],
)
