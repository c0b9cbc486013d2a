import { customType, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import {
  sandboxCodeKinds,
  sandboxDeliverySubjects,
  sandboxRefundFaults,
  sandboxRefundStates,
  sandboxTradeStates,
} from '@/db/enums'
import { fen, identified, moment, oneOf } from './columns'

/** All instances share the state of the simulated platform in these tables. */

/** One row, created when the simulated platform is first used. */
export const sandbox_account = pgTable(
  'sandbox_account',
  {
    ...identified,
    name: text().notNull().default('default'),
    appid: text().notNull(),
    secret: text().notNull(),
    mchid: text().notNull(),
    /** Serial of the merchant's certificate. */
    serial: text().notNull(),
    /** PEM (PKCS #8): the value of WECHATPAY_PRIVATE_KEY. */
    merchant_private_key: text().notNull(),
    apiv3_key: text().notNull(),
    platform_public_key_id: text().notNull(),
    platform_private_key: text().notNull(),
    platform_public_key: text().notNull(),
    /** Fault of the next upload to the simulated UploadThing. */
    upload_fault: text(),
  },
  (t) => [unique('sandbox_account_name').on(t.name)],
)

/** Codes of `wx.login` and of the button for sharing a phone number. Valid for five minutes, once. */
export const sandbox_code = pgTable(
  'sandbox_code',
  {
    ...identified,
    code: text().notNull(),
    kind: text({ enum: sandboxCodeKinds }).notNull(),
    openid: text().notNull(),
    phone: text(),
    expires_at: moment().notNull(),
    used_at: moment(),
  },
  (t) => [unique('sandbox_code_code').on(t.code)],
)

export interface SandboxShipping {
  delivery_mode: 1 | 2
  logistics_type: number
  list: { tracking_no?: string | undefined; express_company?: string | undefined; item_desc: string }[]
  finished: boolean
  /** The shop has corrected the data after `finished`. The platform accepts one correction. */
  reshipped: boolean
  /** 3 receipt confirmed, 6 waiting for settlement, 4 finished. */
  moved_to?: 3 | 4 | 6 | undefined
}

export const sandbox_trade = pgTable(
  'sandbox_trade',
  {
    ...identified,
    out_trade_no: text().notNull(),
    prepay_id: text().notNull(),
    /** The request that created the trade. Repeated with other parameters, it is refused. */
    request: jsonb().$type<Record<string, unknown>>().notNull(),
    openid: text().notNull(),
    total: fen().notNull(),
    notify_url: text().notNull(),
    state: text({ enum: sandboxTradeStates }).notNull().default('NOTPAY'),
    transaction_id: text(),
    paid_at: moment(),
    expires_at: moment().notNull(),
    /** As reported by the shop. */
    shipping: jsonb().$type<SandboxShipping>(),
    /** The `errcode` that refuses the next shipping report; null: accepted. */
    shipping_fault: integer(),
    /** null: refunds are accepted. */
    refund_fault: text({ enum: sandboxRefundFaults }),
  },
  (t) => [
    unique('sandbox_trade_out_trade_no').on(t.out_trade_no),
    unique('sandbox_trade_prepay_id').on(t.prepay_id),
    oneOf('sandbox_trade_state', t.state, sandboxTradeStates),
  ],
)

/** Since the shop has asked for a token. */
export const sandbox_parcel = pgTable(
  'sandbox_parcel',
  {
    ...identified,
    delivery_id: text().notNull(),
    waybill_id: text().notNull(),
    trans_id: text().notNull(),
    token: text().notNull(),
    /** As the platform returns it: 0 no news, 1 collected, 2 on the way, 3 out for delivery, 4 delivered, 5 failed. */
    status: integer().notNull().default(0),
  },
  (t) => [
    unique('sandbox_parcel_token').on(t.token),
    unique('sandbox_parcel_number').on(t.delivery_id, t.waybill_id, t.trans_id),
  ],
)

/** An account of the shop at a carrier. */
export const sandbox_carrier_account = pgTable(
  'sandbox_carrier_account',
  {
    ...identified,
    delivery_id: text().notNull(),
    biz_id: text().notNull(),
    /** As the platform returns it. 0: it can be used. */
    status_code: integer().notNull(),
    quota: integer().notNull(),
  },
  (t) => [unique('sandbox_carrier_account_biz_id').on(t.delivery_id, t.biz_id)],
)

export const sandbox_waybill = pgTable(
  'sandbox_waybill',
  {
    ...identified,
    /** Given by the shop. */
    order_id: text().notNull(),
    delivery_id: text().notNull(),
    biz_id: text().notNull(),
    waybill_id: text().notNull(),
    openid: text().notNull(),
    receiver_name: text().notNull(),
    canceled_at: moment(),
  },
  (t) => [
    unique('sandbox_waybill_order_id').on(t.order_id),
    unique('sandbox_waybill_number').on(t.delivery_id, t.waybill_id),
  ],
)

export const sandbox_refund = pgTable(
  'sandbox_refund',
  {
    ...identified,
    out_refund_no: text().notNull(),
    refund_id: text().notNull(),
    trade_id: integer()
      .notNull()
      .references(() => sandbox_trade.id, { onDelete: 'cascade' }),
    amount: fen().notNull(),
    reason: text().notNull().default(''),
    notify_url: text(),
    state: text({ enum: sandboxRefundStates }).notNull().default('PROCESSING'),
    succeeded_at: moment(),
  },
  (t) => [
    unique('sandbox_refund_out_refund_no').on(t.out_refund_no),
    oneOf('sandbox_refund_state', t.state, sandboxRefundStates),
  ],
)

export const sandbox_delivery = pgTable(
  'sandbox_delivery',
  {
    ...identified,
    event_id: text().notNull(),
    event_type: text().notNull(),
    url: text().notNull(),
    /** Plaintext. Each attempt encrypts and signs it again, like the real platform. */
    resource: jsonb().$type<Record<string, unknown>>().notNull(),
    original_type: text({ enum: sandboxDeliverySubjects }).notNull(),
    /** Simulated for this callback. */
    fault: text(),
    attempts: integer().notNull().default(0),
    last_status: integer(),
    last_answer: text(),
    delivered_at: moment(),
    next_try_at: moment(),
  },
  (t) => [unique('sandbox_delivery_event_id').on(t.event_id)],
)

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A browser's upload is announced before its bytes arrive; the server's own files are not announced. */
export const sandbox_upload = pgTable(
  'sandbox_upload',
  {
    ...identified,
    /** Given by UploadThing. */
    key: text().notNull(),
    /** Given by the shop. */
    custom_id: text(),
    name: text(),
    mime: text(),
    acl: text(),
    /** null: announced, but not uploaded yet. */
    bytes: bytea(),
    /** From the announcement; the callback returns it. */
    metadata: jsonb().$type<Record<string, unknown>>(),
    callback_url: text(),
    callback_slug: text(),
    /** The shop's response to the callback, for the browser. */
    server_data: jsonb(),
    fault: text(),
  },
  (t) => [unique('sandbox_upload_key').on(t.key), unique('sandbox_upload_custom_id').on(t.custom_id)],
)
