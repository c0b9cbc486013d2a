import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { clientTypes, genders, type IdentityType, identityTypes, userKinds, userStatuses } from '@/db/enums'
import { about, external, identified, indexOfTags, moment, oneOf, tagged, versioned } from './columns'

/** By promotion with a limit for one customer: coupons or orders by its id, pieces in a deal by `promotion/sku`. */
export type Had = Record<string, number>

export const user = pgTable(
  'user',
  {
    ...versioned,
    kind: text({ enum: userKinds }).notNull(),
    nickname: text().notNull().default(''),
    avatar_url: text(),
    gender: text({ enum: genders }).notNull().default('unknown'),
    birthday: date({ mode: 'string' }),
    status: text({ enum: userStatuses }).notNull().default('active'),
    is_root: boolean().notNull().default(false),
    /** Encoded argon2id hash; null: no password is accepted. */
    secret_hash: text(),
    must_change_secret: boolean().notNull().default(false),
    /** Belongs to the demonstration, and counts as disabled unless SANDBOX is on. */
    sandbox: boolean().notNull().default(false),
    remark: text().notNull().default(''),
    last_login_at: moment(),
    deleted_at: moment(),
    /** All data that was not deleted has moved to this customer. */
    merged_into: integer().references((): AnyPgColumn => user.id, { onDelete: 'restrict' }),
    /** Of customers. */
    ...external,
    ...tagged,
  },
  (t) => [
    oneOf('user_kind', t.kind, userKinds),
    oneOf('user_gender', t.gender, genders),
    oneOf('user_status', t.status, userStatuses),
    check('user_root_is_staff', sql`not ${t.is_root} or ${t.kind} = 'staff'`),
    index('user_kind_newest').on(t.kind, t.id),
    check('user_merged_is_deleted', sql`${t.merged_into} is null or ${t.deleted_at} is not null`),
    index('user_merged').on(t.merged_into).where(sql`merged_into is not null`),
    index('user_deleted').on(t.deleted_at).where(sql`deleted_at is not null`),
    index('user_customer_updated').on(t.updated_at, t.id).where(sql`kind = 'customer'`),
    uniqueIndex('user_external_id').on(t.external_id).where(sql`external_id is not null and deleted_at is null`),
    indexOfTags('user', t.tags),
    index('user_customer_nickname').using('gin', sql`grams(${t.nickname})`).where(sql`kind = 'customer'`),
  ],
)

export const identity = pgTable(
  'identity',
  {
    ...identified,
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** 100 username, 101 email, 102 phone, 200 mini-program (the platform's openid). */
    type: integer().$type<IdentityType>().notNull(),
    /** Normalized: two spellings of an email address or phone number are one text. */
    identifier: text().notNull(),
    verified_at: moment(),
    /** No new customer, because of an account that was closed (see `former_customer`). */
    is_returning: boolean().notNull().default(false),
    /** By the mini-program user in accounts that were closed. */
    had: jsonb().$type<Had>().notNull().default({}),
  },
  (t) => [
    unique(about('account', 'identity_type_identifier')).on(t.type, t.identifier),
    unique(about('account', 'identity_user_type')).on(t.user_id, t.type),
    index('identity_beginning').on(t.identifier.op('text_pattern_ops')).where(sql`type <> 200`),
    oneOf('identity_type', t.type, identityTypes),
  ],
)

/** A user who has closed an account: a new account does not get again what is given once. */
export const former_customer = pgTable(
  'former_customer',
  {
    /** HMAC-SHA-256 in base64url. The openid itself is not stored. */
    openid_hash: text().primaryKey(),
    closed_at: moment().notNull(),
    /** Has paid an order or got a coupon for new customers. */
    is_returning: boolean().notNull().default(true),
    had: jsonb().$type<Had>().notNull().default({}),
  },
  (t) => [index('former_customer_closed').on(t.closed_at)],
)

export const session = pgTable(
  'session',
  {
    ...identified,
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** SHA-256 in base64url. The token itself is not stored. */
    token_hash: text().notNull().unique('session_token_hash'),
    client_type: text({ enum: clientTypes }).notNull(),
    ip: text().notNull(),
    user_agent: text().notNull(),
    last_seen_at: moment().notNull().defaultNow(),
    expires_at: moment().notNull(),
    revoked_at: moment(),
  },
  (t) => [index('session_user').on(t.user_id), oneOf('session_client_type', t.client_type, clientTypes)],
)

/** Sign-ins by password: an IPv4 address or a /48 of IPv6. Kept for 30 days. */
export const known_network = pgTable(
  'known_network',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    network: text().notNull(),
    last_login_at: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.network] }), index('known_network_last_login').on(t.last_login_at)],
)
