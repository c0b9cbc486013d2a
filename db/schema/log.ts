import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { identified, moment, oneOf, versioned } from './columns'

export const loginFailures = ['unknown_account', 'wrong_secret', 'locked', 'disabled', 'code_refused'] as const

export const login_log = pgTable(
  'login_log',
  {
    ...identified,
    /** Masked (`ab***`) where no such account exists: people type passwords into this field. */
    account: text().notNull(),
    type: integer().notNull(),
    /** No foreign key: the log outlives what it speaks of. */
    user_id: integer(),
    success: boolean().notNull(),
    reason: text({ enum: loginFailures }),
    ip: text().notNull(),
    user_agent: text().notNull(),
  },
  (t) => [
    index('login_log_account').on(t.account, t.id),
    index('login_log_success').on(t.success, t.id),
    index('login_log_created').on(t.created_at),
    oneOf('login_log_reason', t.reason, loginFailures),
  ],
)

export const errorStatuses = ['new', 'resolved', 'ignored'] as const

/** Unexpected failures, one row per fingerprint. */
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
    index('error_log_last').on(t.last_at),
  ],
)
