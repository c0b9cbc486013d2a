import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { statement } from '@/db/connection/statement'
import { type EventType, eventTypes, type webhookStatuses } from '@/db/enums'
import { event } from '@/db/schema/event'
import { webhook, webhook_delivery } from '@/db/schema/webhook'
import { type Event, events } from '@/lib/event/schema'
import { pathId } from '@/lib/kit/api/endpoint/fields'
import { isMakerActive, makerHolds } from '@/lib/kit/api/endpoint/key'
import { contains, newestList, pageList } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { nameOf } from '@/lib/kit/people/customer'
import { DeliveryQuery, WebhookQuery } from './schema'

const permissionOf = (type: string) =>
  `case ${type} ${eventTypes.map((one) => `when '${one}' then '${events[one].permission}'`).join(' ')} end`

const sees = makerHolds(permissionOf('type.type'))

/** In a statement about `webhook` and `m`, its maker. */
export const visibleTypes = sql<EventType[]>`array(select type from unnest(webhook.types) as type where ${sees})`

const ofMaker = <T>(value: ReturnType<typeof sql.raw>) =>
  sql<T>`(select ${value} from "user" m where m.id = webhook.made_by)`

/** In a statement about `webhook`. */
const columns = {
  id: webhook.id,
  url: webhook.url,
  types: webhook.types,
  lost_types: sql<EventType[]>`array(select type from unnest(webhook.types) as type where not ${ofMaker(sees)})`,
  status: sql<(typeof webhookStatuses)[number]>`case when not webhook.enabled then coalesce(webhook.off_reason, 'off')
    when ${ofMaker(isMakerActive)} then 'active' else 'maker_inactive' end`,
  enabled: webhook.enabled,
  made_by: sql<{ id: number; name: string }>`${nameOf('webhook.made_by')}`,
  waiting: sql<number>`(
    select count(*)::int from webhook_delivery d where d.webhook_id = webhook.id and d.next_try_at is not null)`,
  accepted_at: webhook.accepted_at,
  failing_since: webhook.failing_since,
  previous_until: sql<Date | null>`case when webhook.previous_until > now() then webhook.previous_until end`.mapWith(
    webhook.previous_until,
  ),
  created_at: webhook.created_at,
  updated_at: webhook.updated_at,
  version: webhook.version,
}

/** Newest first by default. */
export const list = pageList('webhooks', {
  table: webhook,
  query: WebhookQuery,
  columns,
  filters: { q: contains(webhook.url, sql.placeholder('q')) },
})

const webhookStatement = statement('read_webhook', (db) =>
  db
    .select(columns)
    .from(webhook)
    .where(eq(webhook.id, sql.placeholder('id'))),
)

/** Throws `not_found`. */
export async function readWebhook(db: Database, id: number) {
  const [row] = await webhookStatement(db, { id })
  return found(row, 'webhook')
}

const { webhook_id: _, event_id, created_at, updated_at, ...shown } = getTableColumns(webhook_delivery)

const deliveryColumns = {
  ...shown,
  event: sql<z.input<typeof Event>>`(select json_build_object('seq', e.seq, 'type', e.type, 'at', e.at,
    'actor_id', e.actor_id, 'resource', e.resource, 'resource_id', e.resource_id, 'data', e.data)
    from ${event} e where e.id = ${event_id})`,
}

/** Newest first. */
export const listDeliveries = newestList('webhook_deliveries', {
  table: webhook_delivery,
  query: DeliveryQuery.extend({ webhook_id: pathId }),
  columns: deliveryColumns,
  filters: { webhook_id: webhook_delivery.webhook_id, status: webhook_delivery.status },
})

/** Throws `not_found`. */
export async function readDelivery(db: Database, webhook_id: number, delivery_id: number) {
  const [row] = await db
    .select(deliveryColumns)
    .from(webhook_delivery)
    .where(and(eq(webhook_delivery.webhook_id, webhook_id), eq(webhook_delivery.id, delivery_id)))
  return found(row, 'delivery')
}
