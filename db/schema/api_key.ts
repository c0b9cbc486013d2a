import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { keyAccesses } from '@/db/enums'
import { moment, oneOf, versioned } from './columns'
import { user } from './user'

export const api_key = pgTable(
  'api_key',
  {
    ...versioned,
    /** Its row in `user`, whose nickname is the name of the key. */
    id: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'restrict' }),
    /** The first characters of the secret. */
    hint: text().notNull(),
    /** SHA-256 in base64url. */
    secret_hash: text().notNull(),
    /** Of the secret before a rotation, valid until `previous_until`. */
    previous_hash: text(),
    previous_until: moment(),
    previous_used_at: moment(),
    /** Those that its maker does not hold any more have no effect. */
    permission_codes: text().array().notNull(),
    access: text({ enum: keyAccesses }).notNull(),
    /** Addresses and networks; empty: any. */
    allowed_ips: text().array().notNull().default(sql`'{}'`),
    /** Whether agents may use it, at /mcp. */
    mcp: boolean().notNull().default(false),
    expires_at: moment(),
    created_by: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'restrict' }),
    /** Written at most once a minute. */
    last_used_at: moment(),
    last_ip: text(),
    revoked_at: moment(),
  },
  (t) => [
    unique('api_key_secret').on(t.secret_hash),
    index('api_key_previous').on(t.previous_hash).where(sql`previous_hash is not null`),
    index('api_key_created_by').on(t.created_by),
    oneOf('api_key_access', t.access, keyAccesses),
    check('api_key_previous_until', sql`(${t.previous_hash} is null) = (${t.previous_until} is null)`),
  ],
)
