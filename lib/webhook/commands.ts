import { isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { EventType } from '@/db/enums'
import { event } from '@/db/schema/event'
import { webhook, webhook_delivery } from '@/db/schema/webhook'
import { events } from '@/lib/event/schema'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { insertRow, updateRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { lockActor, requireCodes } from '@/lib/user/rank'
import { addressesOf, isAllowedUrl } from './address'
import type { WebhookChanges, WebhookInput } from './schema'
import { encryptSecret, newSecret, stillSigning } from './secret'

/*
 * A webhook sends what its maker may see: the last to change its URL or types, or to turn it on. So none of these shows
 * another server more than the caller could read.
 */

type WebhookRow = typeof webhook.$inferSelect

const maxWebhooks = 20

/** Throws `invalid_request` for a URL that leads to this machine or its network, or to no address at all. */
export async function requireReceiver(url: string | undefined): Promise<void> {
  if (url === undefined) return
  if (!URL.canParse(url)) throw invalid('body', 'url', 'invalid_format', 'This must be a URL.', { format: 'url' })
  const parsed = new URL(url)
  if (!isAllowedUrl(parsed))
    throw invalid('body', 'url', 'unsafe_url', 'This must begin with https:// and have port 443 or one above 1023.')
  const found = await addressesOf(parsed)
  if (found === 'unknown_host') throw invalid('body', 'url', 'unknown_host', 'This host name has no address.')
  if (found === 'refused_address')
    throw invalid('body', 'url', 'internal_address', 'This must be a public address, not one of an internal network.')
}

/** Throws `forbidden` for a type whose records the maker may not list. */
async function requireTypes(tx: Database, caller: Caller, types: readonly EventType[]): Promise<void> {
  const maker = await lockActor(tx, caller)
  requireCodes(maker, new Set(types.map((type) => events[type].permission)), 'the events of this webhook need')
}

/** Of the last event that readers can see. */
const newest = sql<number>`(select coalesce(max(${event.seq}), 0) from ${event})`

/** Sends events from now on. Throws `limit_reached`, and `forbidden` for types that the caller may not see. */
export async function createWebhook(
  tx: Database,
  caller: Caller<'staff' | 'key'>,
  { types, ...body }: z.output<typeof WebhookInput>,
): Promise<{ id: number; secret: string }> {
  await requireTypes(tx, caller, types)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.webhook'))`)
  if ((await tx.$count(webhook)) >= maxWebhooks)
    throw problem('limit_reached', { detail: `There may be at most ${maxWebhooks} webhooks.` })
  const secret = newSecret()
  const by = { made_by: caller.user_id, updated_by: caller.user_id }
  const columns = { ...body, ...by, types: [...new Set(types)], secret: encryptSecret(secret), position: newest }
  const { id } = await insertRow(tx, webhook, columns)
  return { id, secret }
}

/* These return the columns to change, and throw `forbidden` as {@link createWebhook}. */

/** Ends a run, which would go on with what was changed. */
const unclaimed = { claimed_until: null }

/** Makes the caller its maker, unless it is only turned off. */
export async function changeOf(
  tx: Database,
  caller: Caller<'staff' | 'key'>,
  before: WebhookRow,
  { url, types, enabled }: z.output<typeof WebhookChanges>,
) {
  const takesOver = url !== undefined || types !== undefined || enabled === true
  if (takesOver) await requireTypes(tx, caller, types ?? before.types)
  return {
    ...unclaimed,
    ...(types && { types: [...new Set(types)] }),
    ...(enabled !== undefined && { off_reason: null }),
    // What happened meanwhile is sent only if staff ask for it.
    ...(enabled === true && !before.enabled && { position: newest, failing_since: null }),
    ...(takesOver && { made_by: caller.user_id }),
  }
}

const maxSecrets = 4

/** For a new secret. Those of the last day sign for another one, so that the receiver can change over. */
export async function rotationOf(tx: Database, caller: Caller<'staff' | 'key'>, before: WebhookRow, secret: string) {
  await requireTypes(tx, caller, before.types)
  return {
    ...unclaimed,
    secret: encryptSecret(secret),
    // The receiver may still have one of those before, if the last replacement was lost.
    previous_secret: stillSigning(before)
      .slice(0, maxSecrets - 1)
      .join(' '),
    previous_until: sql`now() + interval '24 hours'`,
  }
}

/** Sends all events from `since` on, also accepted ones. Throws `invalid_request` for a time in the future. */
export async function repetitionOf(tx: Database, caller: Caller<'staff' | 'key'>, before: WebhookRow, since: string) {
  if (Date.parse(since) > Date.now()) throw invalid('body', 'since', 'out_of_range', 'This must be a time in the past.')
  await requireTypes(tx, caller, before.types)
  const position = sql`least(${webhook.position}, coalesce((
    select min(${event.seq}) - 1 from ${event} where ${isNotNull(event.seq)} and ${event.at} >= ${since}::timestamptz),
    ${webhook.position}))`
  return { ...unclaimed, position }
}

/** With the next run. Throws `not_found`. */
export async function retryDelivery(tx: Database, webhook_id: number, id: number): Promise<void> {
  const where = sql`${webhook_delivery.webhook_id} = ${webhook_id}`
  await updateRow(tx, webhook_delivery, id, { status: 'waiting', next_try_at: sql`now()` }, { where, noun: 'delivery' })
}
