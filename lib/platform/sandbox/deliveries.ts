import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { sandbox_delivery } from '@/db/schema/sandbox'
import { connection } from '@/lib/kit/database'
import { type SandboxAccount, sandboxAccount } from './account'
import { callback } from './callback'
import { settleDue } from './refunds'
import { type Delivery, secondsAfter } from './schedule'
import { fetchShop } from './to-shop'

const minute = 60
const hour = 60 * minute

/** Seconds from each failed attempt to the next. Source: the provider's page on payment notices. */
export const retrySchedule = [
  15,
  15,
  30,
  3 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  30 * minute,
  30 * minute,
  60 * minute,
  3 * hour,
  3 * hour,
  3 * hour,
  6 * hour,
  6 * hour,
]

const responseTimeout = 5_000
/** Without a result after this time, the process that claimed the delivery has crashed. */
const claimSeconds = 30
const batch = 20

export interface Delivered {
  event_id: string
  event_type: string
  /** From 1. */
  attempt: number
  /** Statuses of all requests; null: no response in time. */
  statuses: (number | null)[]
  /** 200 or 204. */
  delivered: boolean
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Until none is left. Several processes may call this at once: each delivery is claimed by only one. */
export async function deliverDue({
  fetch = fetchShop,
  now = new Date(),
}: {
  fetch?: Fetch
  now?: Date
} = {}): Promise<Delivered[]> {
  await settleDue(now)
  const done: Delivered[] = []
  for (;;) {
    const claimed = await claim(now)
    if (claimed.length === 0) return done
    const account = await sandboxAccount()
    done.push(...(await Promise.all(claimed.map((delivery) => deliver(delivery, { account, fetch, now })))))
  }
}

async function claim(now: Date): Promise<Delivery[]> {
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const due = await tx
      .select({ id: sandbox_delivery.id })
      .from(sandbox_delivery)
      .where(lte(sandbox_delivery.next_try_at, now))
      .orderBy(asc(sandbox_delivery.next_try_at))
      .limit(batch)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    return tx
      .update(sandbox_delivery)
      .set({ attempts: sql`${sandbox_delivery.attempts} + 1`, next_try_at: secondsAfter(now, claimSeconds) })
      .where(inArray(sandbox_delivery.id, ids))
      .returning()
  })
}

interface Sending {
  account: SandboxAccount
  fetch: Fetch
  now: Date
}

async function deliver(delivery: Delivery, sending: Sending): Promise<Delivered> {
  const { id, event_id, event_type, attempts, fault } = delivery
  const answers =
    attempts > 1
      ? [await post(delivery, sending)]
      : fault === 'concurrent'
        ? await Promise.all(Array.from({ length: 5 }, () => post(delivery, sending)))
        : fault === 'duplicate'
          ? [await post(delivery, sending), await post(delivery, sending), await post(delivery, sending)]
          : [await post(delivery, sending)]
  const delivered = answers.some(({ status }) => status === 200 || status === 204)
  const last = answers.at(-1)
  const wait = retrySchedule[attempts - 1]
  const { db } = await connection()
  await db
    .update(sandbox_delivery)
    .set({
      last_status: last?.status ?? null,
      last_answer: last?.text ?? null,
      delivered_at: delivered ? sending.now : null,
      next_try_at: delivered || wait === undefined ? null : secondsAfter(sending.now, wait),
    })
    // If another process has claimed the delivery meanwhile, the result of that process counts.
    .where(and(eq(sandbox_delivery.id, id), eq(sandbox_delivery.attempts, attempts)))
  return { event_id, event_type, attempt: attempts, statuses: answers.map(({ status }) => status), delivered }
}

async function post(delivery: Delivery, { account, fetch, now }: Sending) {
  const { headers, body } = callback(delivery, account, now)
  try {
    const signal = AbortSignal.timeout(responseTimeout)
    const answer = await fetch(delivery.url, { method: 'POST', headers, body, redirect: 'manual', signal })
    return { status: answer.status, text: (await answer.text()).slice(0, 500) }
  } catch (error) {
    return { status: null, text: error instanceof Error ? error.message : String(error) }
  }
}
