import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, lte, max, sql } from 'drizzle-orm'
import type { WebhookOffReason } from '@/db/enums'
import { event } from '@/db/schema/event'
import { webhook, webhook_delivery } from '@/db/schema/webhook'
import { eventColumns } from '@/lib/event/queries'
import { giveSeq } from '@/lib/event/sequence'
import { isMakerActive } from '@/lib/kit/api/endpoint/key'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { connection, type Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { claimedUntil, runUntil } from '@/lib/kit/job/claim'
import { postSystemNotice } from '@/lib/notice/commands'
import { visibleTypes } from './queries'
import { signersOf } from './secret'
import { isAccepted, type Outcome, openAgents, sendMessage } from './send'

/*
 * One run at a time sends for a webhook: events to try again until the first failure, then new ones until the first
 * failure, both in the order of `seq`. A failed event is tried again later. So a receiver that never answers costs two
 * timeouts per run, and events that it refuses hold back no others.
 */

/** Seconds from each try to the next. */
const pauses = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** After this time without an acceptance, the webhook is turned off. */
const daysUnanswered = 5

const batchSize = 50

/** Milliseconds of a batch, so that its claim lasts until the last answer. */
const batchTime = 60_000

const sendTimeout = 10_000

/** Milliseconds after the end of a run, for its last answer. */
const overrun = 4_000

interface Done extends Record<string, number> {
  accepted: number
  failed: number
}

/** Events of all webhooks. Throws the first error, once all webhooks have had their turn. */
export async function deliverEvents(until = runUntil()): Promise<Done> {
  await giveSeq()
  const runs = await Promise.allSettled((await claim()).map((claimed) => deliverAll(claimed, until)))
  const done = { accepted: 0, failed: 0 }
  for (const run of runs) {
    if (run.status === 'rejected') throw run.reason
    done.accepted += run.value.accepted
    done.failed += run.value.failed
  }
  return done
}

type Claim = Awaited<ReturnType<typeof claim>>[number]

/** The webhooks with something to send, each for one run. */
async function claim() {
  const { db } = await connection()
  return db
    .update(webhook)
    .set({ claimed_until: claimedUntil, updated_at: webhook.updated_at })
    .from(sql`"user" m`)
    .where(
      sql`m.id = webhook.made_by and webhook.enabled and ${isMakerActive}
        and (not m.sandbox or ${env().SANDBOX})
        and (webhook.claimed_until is null or webhook.claimed_until <= now())
        and (webhook.position < (select max(seq) from event)
          or exists (select from webhook_delivery d where d.webhook_id = webhook.id and d.next_try_at <= now()))`,
    )
    .returning({
      id: webhook.id,
      url: webhook.url,
      position: webhook.position,
      secret: webhook.secret,
      previous_secret: webhook.previous_secret,
      previous_until: webhook.previous_until,
      types: visibleTypes,
      claimed_until: webhook.claimed_until,
    })
}

async function deliverAll(claimed: Claim, until: number): Promise<Done> {
  const done = { accepted: 0, failed: 0 }
  const signers = signersOf(claimed)
  if (!signers) {
    await record(claimed, { tried: [], position: claimed.position, isLast: true, off_reason: 'secret_lost' })
    return done
  }
  const agents = openAgents()
  const send = ({ event }: Item, timeout: number) => {
    const message = { id: `event-${event.seq}`, body: JSON.stringify(event) }
    return sendMessage(claimed.url, message, signers, { agents, timeout })
  }
  try {
    let isNew = false
    for (let current: Claim | undefined = claimed; current; ) {
      const batch: Batch = await (isNew ? readNew(current) : readDue(current))
      const tried = await sendBatch(current, batch.items, until, send)
      const accepted = tried.filter(isAccepted).length
      done.accepted += accepted
      done.failed += tried.length - accepted
      const isOver = tried.length < batch.items.length || accepted < tried.length || batch.items.length < batchSize
      current = await record(current, {
        tried,
        position: batch.positionAfter(tried),
        isLast: (isNew && isOver) || Date.now() >= until,
        off_reason: tried.some(({ response_status }) => response_status === 410) ? 'gone' : undefined,
      })
      isNew ||= isOver
    }
  } finally {
    for (const agent of Object.values(agents)) agent.destroy()
  }
  return done
}

interface Item {
  event_id: number
  event: Pick<typeof event.$inferSelect, keyof typeof eventColumns>
  tries: number
}

interface Batch {
  items: Item[]
  positionAfter(tried: readonly Tried[]): number
}

const fields = { event_id: event.id, event: eventColumns }

/** Those to try again. */
async function readDue({ id, position }: Claim): Promise<Batch> {
  const { db } = await connection()
  const items = await db
    .select({ ...fields, tries: webhook_delivery.tries })
    .from(webhook_delivery)
    .innerJoin(event, eq(event.id, webhook_delivery.event_id))
    .where(and(eq(webhook_delivery.webhook_id, id), lte(webhook_delivery.next_try_at, sql`now()`)))
    .orderBy(asc(event.seq))
    .limit(batchSize)
  return { items, positionAfter: () => position }
}

/** Those after the position. */
async function readNew({ position, types }: Claim): Promise<Batch> {
  const { db } = await connection()
  // Before the events, of which there may be more by then.
  const [last] = await db.select({ seq: max(event.seq) }).from(event)
  const newest = last?.seq ?? position
  const items = await db
    .select({ ...fields, tries: sql<number>`0` })
    .from(event)
    .where(and(gt(event.seq, position), lte(event.seq, newest), inArray(event.type, types)))
    .orderBy(asc(event.seq))
    .limit(batchSize)
  return {
    items,
    positionAfter: (tried) =>
      tried.length === items.length && items.length < batchSize ? newest : (tried.at(-1)?.seq ?? position),
  }
}

/** Sends an event that no receiver has to handle. */
export async function ping(row: typeof webhook.$inferSelect) {
  const signers = signersOf(row)
  if (!signers)
    throw problem('unavailable', { detail: 'NEXTAUTH_SECRET was changed: replace the secret of the webhook.' })
  const agents = openAgents()
  const body = JSON.stringify({ type: 'ping', at: new Date().toISOString() })
  const outcome = await sendMessage(row.url, { id: `ping-${randomUUID()}`, body }, signers, {
    agents,
    timeout: sendTimeout,
  })
  for (const agent of Object.values(agents)) agent.destroy()
  return { accepted: isAccepted(outcome), ...outcome }
}

interface Tried extends Outcome {
  event_id: number
  seq: number
  tries: number
}

const notPermitted: Outcome = { failure: 'not_permitted', response_status: null, response_body: null, duration_ms: 0 }

/** In order, until the first failure or the end of the time. */
async function sendBatch(
  { types }: Claim,
  items: readonly Item[],
  until: number,
  send: (item: Item, timeout: number) => Promise<Outcome>,
): Promise<Tried[]> {
  const tried: Tried[] = []
  const end = Math.min(until, Date.now() + batchTime)
  for (const item of items) {
    const timeout = Math.min(sendTimeout, until + overrun - Date.now())
    if (Date.now() >= end) break
    const isPermitted = types.some((type) => type === item.event.type)
    const outcome = isPermitted ? await send(item, timeout) : notPermitted
    tried.push({ ...outcome, event_id: item.event_id, seq: item.event.seq ?? 0, tries: item.tries + 1 })
    if (isPermitted && !isAccepted(outcome)) break
  }
  return tried
}

/** undefined: not tried again. */
function nextTry({ failure, tries, ...outcome }: Omit<Tried, 'seq'>) {
  const seconds = isAccepted(outcome) || failure === 'not_permitted' ? undefined : pauses[tries - 1]
  return seconds === undefined ? null : sql`now() + make_interval(secs => ${seconds})`
}

interface Result {
  tried: readonly Tried[]
  position: number
  isLast: boolean
  off_reason?: WebhookOffReason | undefined
}

/** Returns the claim for the next batch. undefined: the run ends, also because staff changed the webhook meanwhile. */
async function record(claimed: Claim, { tried, position, isLast, off_reason }: Result): Promise<Claim | undefined> {
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const [held] = await tx.select().from(webhook).where(eq(webhook.id, claimed.id)).for('no key update')
    if (!held) return undefined
    await keep(tx, claimed.id, tried)
    if (held.claimed_until?.getTime() !== claimed.claimed_until?.getTime()) return undefined
    const isAnswered = tried.some(isAccepted)
    const hasFailed = tried.some((one) => !isAccepted(one) && one.failure !== 'not_permitted')
    const since = isAnswered ? null : held.failing_since
    const isUnanswered = hasFailed && since !== null && Date.now() - since.getTime() > daysUnanswered * 86_400_000
    const reason = off_reason ?? (isUnanswered ? 'unanswered' : undefined)
    const isOver = isLast || reason !== undefined
    const [renewed] = await tx
      .update(webhook)
      .set({
        position,
        ...(isAnswered && { accepted_at: sql`now()` }),
        failing_since: hasFailed ? (since ?? sql`now()`) : since,
        ...(reason && { enabled: false, off_reason: reason }),
        claimed_until: isOver ? null : claimedUntil,
        updated_at: webhook.updated_at,
      })
      .where(eq(webhook.id, claimed.id))
      .returning({ claimed_until: webhook.claimed_until })
    if (reason) await reportOff(tx, held)
    return isOver ? undefined : { ...claimed, position, claimed_until: renewed?.claimed_until ?? null }
  })
}

async function keep(tx: Database, webhook_id: number, tried: readonly Tried[]): Promise<void> {
  if (tried.length === 0) return
  const rows = tried.map(({ seq: _, ...one }) => {
    const next_try_at = nextTry(one)
    const status = isAccepted(one) ? 'accepted' : next_try_at ? 'waiting' : 'given_up'
    return { ...one, webhook_id, status, next_try_at, tried_at: sql`now()` } as const
  })
  const columns = ['status', 'tries', 'next_try_at', 'tried_at', 'failure', 'response_status', 'response_body'] as const
  const set = Object.fromEntries([...columns, 'duration_ms'].map((name) => [name, sql.raw(`excluded.${name}`)]))
  await tx
    .insert(webhook_delivery)
    .values(rows)
    .onConflictDoUpdate({ target: [webhook_delivery.webhook_id, webhook_delivery.event_id], set })
}

const reportOff = (tx: Database, { id, url }: typeof webhook.$inferSelect) =>
  postSystemNotice(tx, {
    kind: 'webhook_off',
    subject: String(id),
    params: { number: new URL(url).host },
    link: '/admin/webhook',
    permission_code: 'cms.webhook.list',
  })
