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
import { waybillStates } from '@/db/enums'
import { moment, oneOf, versioned } from './columns'
import { order } from './order'

export interface CarrierService {
  service_type: number
  service_name: string
}

/** An account of the shop at a carrier, as the platform has it, with the sender that is printed on its labels. */
export const carrier_account = pgTable(
  'carrier_account',
  {
    ...versioned,
    /** An entry of the dictionary `carrier`. */
    delivery_id: text().notNull(),
    biz_id: text().notNull(),
    /** Of the carrier, in the words of the platform. */
    name: text().notNull(),
    /** Offered by the carrier. */
    services: jsonb().$type<CarrierService[]>().notNull().default([]),
    /** Of `services`; null: not chosen. */
    service_type: integer(),
    /** Empty until staff enter the sender: then waybills can be made. */
    sender_name: text().notNull().default(''),
    sender_phone: text().notNull().default(''),
    province: text().notNull().default(''),
    city: text().notNull().default(''),
    district: text().notNull().default(''),
    detail: text().notNull().default(''),
    is_default: boolean().notNull().default(false),
    enabled: boolean().notNull().default(true),
    /** Of the platform. 0: it can be used. */
    status_code: integer().notNull(),
    /** Waybills that are left; null: unknown. */
    quota: integer(),
    /** When the platform last had the account; null: it has it no longer. */
    checked_at: moment(),
  },
  (t) => [
    unique('carrier_account_biz_id').on(t.delivery_id, t.biz_id),
    uniqueIndex('carrier_account_default').on(t.is_default).where(sql`is_default`),
  ],
)

export interface WaybillPieces {
  order_item_id: number
  count: number
}

/** Written before the platform is asked, which knows it by `key`. */
export const waybill = pgTable(
  'waybill',
  {
    ...versioned,
    /** As `order_id` of the platform: the number of the first order, and a running number. */
    key: text().notNull(),
    account_id: integer()
      .notNull()
      .references(() => carrier_account.id, { onDelete: 'restrict' }),
    delivery_id: text().notNull(),
    /** null: none yet. */
    tracking_no: text(),
    state: text({ enum: waybillStates }).notNull().default('creating'),
    /** Of the parcel; null: everything that is left of its orders. */
    items: jsonb().$type<WaybillPieces[]>(),
    weight_g: integer().notNull(),
    /** Printed on the label. */
    remark: text().notNull().default(''),
    /** SHA-256 of the receiver on the label. */
    receiver_digest: text().notNull(),
    /** The last refusal of the platform, or of the carrier. */
    reason_code: integer(),
    reason_text: text(),
    print_count: integer().notNull().default(0),
    printed_at: moment(),
    tries: integer().notNull().default(0),
    /** When a job next asks the platform, or looks whether the orders still need the waybill. */
    next_try_at: moment(),
    created_by: integer().notNull(),
  },
  (t) => [
    unique('waybill_key').on(t.key),
    // Not unique: carriers use a number again after months.
    index('waybill_tracking_no').on(t.tracking_no).where(sql`tracking_no is not null`),
    index('waybill_next_try').on(t.next_try_at).where(sql`next_try_at is not null`),
    index('waybill_refused').on(t.id).where(sql`state = 'ready' and reason_code is not null`),
    index('waybill_account').on(t.account_id),
    oneOf('waybill_state', t.state, waybillStates),
    check(
      'waybill_number',
      sql`(${t.state} not in ('ready', 'shipped') or ${t.tracking_no} is not null)
        and (${t.next_try_at} is null or ${t.state} in ('creating', 'ready', 'canceling'))`,
    ),
  ],
)

/** Orders of one customer in the same parcel. */
export const waybill_order = pgTable(
  'waybill_order',
  {
    waybill_id: integer()
      .notNull()
      .references(() => waybill.id, { onDelete: 'cascade' }),
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.order_id, t.waybill_id] }), index('waybill_order_waybill').on(t.waybill_id)],
)
