import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { deliveryFailures, deliveryStatuses, eventTypes, webhookOffReasons } from '@/db/enums'
import { identified, moment, oneOf, versioned } from './columns'
import { event } from './event'
import { user } from './user'

/** Sends events to another server. */
export const webhook = pgTable(
  'webhook',
  {
    ...versioned,
    url: text().notNull(),
    types: text({ enum: eventTypes }).array().notNull(),
    /** Encrypted. */
    secret: text().notNull(),
    /** Those before rotations, separated by blanks. They sign, too, until `previous_until`. */
    previous_secret: text(),
    previous_until: moment(),
    enabled: boolean().notNull().default(true),
    /** If the shop turned it off by itself. */
    off_reason: text({ enum: webhookOffReasons }),
    /** Sends what this member of staff may see. */
    made_by: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'restrict' }),
    /** The `seq` of the last event that was sent or passed over. */
    position: bigint({ mode: 'number' }).notNull(),
    /** Until then, one run sends. */
    claimed_until: moment(),
    /** The first failure since the last acceptance. */
    failing_since: moment(),
    accepted_at: moment(),
  },
  (t) => [
    index('webhook_made_by').on(t.made_by),
    oneOf('webhook_off_reason', t.off_reason, webhookOffReasons),
    check('webhook_off', sql`not ${t.enabled} or ${t.off_reason} is null`),
    check('webhook_previous_until', sql`(${t.previous_secret} is null) = (${t.previous_until} is null)`),
  ],
)

/** An event that was sent at least once. Deleted together with its event. */
export const webhook_delivery = pgTable(
  'webhook_delivery',
  {
    ...identified,
    webhook_id: integer()
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    event_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => event.id, { onDelete: 'cascade' }),
    status: text({ enum: deliveryStatuses }).notNull(),
    tries: integer().notNull(),
    /** null unless `waiting`. */
    next_try_at: moment(),
    tried_at: moment().notNull(),
    /** Of the last try, as are those below. */
    failure: text({ enum: deliveryFailures }),
    response_status: integer(),
    /** At most 1 KiB. */
    response_body: text(),
    duration_ms: integer().notNull(),
  },
  (t) => [
    unique('webhook_delivery_event').on(t.webhook_id, t.event_id),
    index('webhook_delivery_newest').on(t.webhook_id, t.id),
    index('webhook_delivery_due').on(t.webhook_id, t.next_try_at).where(sql`next_try_at is not null`),
    index('webhook_delivery_of_event').on(t.event_id),
    oneOf('webhook_delivery_status', t.status, deliveryStatuses),
    oneOf('webhook_delivery_failure', t.failure, deliveryFailures),
    check('webhook_delivery_next', sql`(${t.status} = 'waiting') = (${t.next_try_at} is not null)`),
  ],
)
