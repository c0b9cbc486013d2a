import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'

/** Shared by all instances. Unlogged: a crash of the database may lose the counters. */
export const rate_limit = pgTable(
  'rate_limit',
  {
    key: text().primaryKey(),
    points: integer().notNull(),
    expires_at: moment().notNull(),
    /** The user who cannot sign in until the counter expires; null: no lock. */
    locks: integer(),
  },
  (t) => [
    index('rate_limit_expires').on(t.expires_at),
    index('rate_limit_locks').on(t.locks).where(sql`locks is not null`),
  ],
)

/** The first successful response, repeated for a day. Without a status, the first request still runs, or was killed. */
export const idempotency = pgTable(
  'idempotency',
  {
    user_id: integer().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the parsed body. */
    body_hash: text().notNull(),
    status: integer(),
    location: text(),
    body: text(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.method, t.path, t.key] }), index('idempotency_created').on(t.created_at)],
)
