import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { errorStatuses, loginFailures } from '@/db/enums'
import { identified, moment, oneOf, versioned } from './columns'

export const login_log = pgTable(
  'login_log',
  {
    ...identified,
    /** As typed. Masked (`ab***`) if no such account exists: people sometimes type passwords into this field. */
    account: text().notNull(),
    type: integer().notNull(),
    /** No foreign key: the log outlives the user. */
    user_id: integer(),
    success: boolean().notNull(),
    reason: text({ enum: loginFailures }),
    ip: text().notNull(),
    user_agent: text().notNull(),
  },
  (t) => [
    index('login_log_account').on(t.account, t.id),
    index('login_log_success').on(t.success, t.id),
    index('login_log_user').on(t.user_id, t.id),
    index('login_log_created').on(t.created_at, t.id),
    oneOf('login_log_reason', t.reason, loginFailures),
  ],
)

/** One row per fingerprint. */
export const error_log = pgTable(
  'error_log',
  {
    ...versioned,
    fingerprint: text().notNull(),
    source: text().notNull(),
    name: text().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    count: integer().notNull().default(1),
    first_at: moment().notNull().defaultNow(),
    last_at: moment().notNull().defaultNow(),
    status: text({ enum: errorStatuses }).notNull().default('new'),
    /** The latest twenty, newest first. */
    request_ids: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    unique('error_log_fingerprint').on(t.fingerprint),
    oneOf('error_log_status', t.status, errorStatuses),
    index('error_log_last').on(t.last_at, t.id),
    index('error_log_by_status').on(t.status, t.last_at, t.id),
    index('error_log_requests').using('gin', t.request_ids),
  ],
)

export type Fields = Record<string, unknown>

/** One row per write or export by staff, also if refused. No foreign keys: rows outlive the changed records. */
export const oper_log = pgTable(
  'oper_log',
  {
    ...identified,
    /** Not the start of the transaction, the usual default, because ids and times must have the same order. */
    created_at: moment().notNull().default(sql`clock_timestamp()`),
    request_id: text().notNull(),
    /** null: the system made the change, at a time that staff had set. */
    user_id: integer(),
    /** At the time of the request: another user can get this name after the user is deleted. */
    username: text().notNull(),
    module: text().notNull(),
    permission_code: text(),
    action: text().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    target_type: text(),
    target_id: text(),
    /** At the time of the request. */
    target_name: text(),
    /** Only the changed fields of a change. */
    before: jsonb().$type<Fields>(),
    after: jsonb().$type<Fields>(),
    /** Only fields that the schema allows in a log. For a refused request, also `invalid_params`. */
    params: jsonb().$type<Fields>(),
    status: integer().notNull(),
    code: text(),
    success: boolean().notNull(),
    duration_ms: integer().notNull(),
    ip: text().notNull(),
    user_agent: text().notNull(),
  },
  (t) => [
    // The columns after the id are other filters, so that totals are counted by an index-only scan.
    index('oper_log_user').on(t.user_id, t.id, t.module, t.action),
    index('oper_log_module').on(t.module, t.id, t.action, t.user_id),
    index('oper_log_action').on(t.action, t.id, t.module, t.user_id),
    index('oper_log_success').on(t.success, t.id),
    index('oper_log_user_success').on(t.user_id, t.success, t.id),
    index('oper_log_module_success').on(t.module, t.success, t.id),
    index('oper_log_action_success').on(t.action, t.success, t.id),
    index('oper_log_target').on(t.target_type, t.target_id, t.id),
    index('oper_log_target_id').on(t.target_id, t.id),
    index('oper_log_target_name').using('gin', sql`grams(${t.target_name})`).with({ fastupdate: false }),
    index('oper_log_request').on(t.request_id),
    index('oper_log_created').on(t.created_at, t.id),
  ],
)
