import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'

/**
 * The counters of rate limits, shared by all instances. An unlogged table: a crash of the database may lose the
 * counters.
 */
export const rate_limit = pgTable(
  'rate_limit',
  {
    key: text().primaryKey(),
    points: integer().notNull(),
    expires_at: moment().notNull(),
    /** The user who cannot sign in until the counter expires; null: the counter locks no user. */
    locks: integer(),
  },
  (t) => [
    index('rate_limit_expires').on(t.expires_at),
    index('rate_limit_locks').on(t.locks).where(sql`locks is not null`),
  ],
)

/**
 * The first successful response to a request with an Idempotency-Key. For a day, later requests with this key get this
 * response. Written in the transaction of the request.
 */
export const idempotency = pgTable(
  'idempotency',
  {
    user_id: integer().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    /** The SHA-256 of the parsed body of the request. */
    body_hash: text().notNull(),
    status: integer(),
    location: text(),
    body: text(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.method, t.path, t.key] }), index('idempotency_created').on(t.created_at)],
)
