import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { order, order_note, order_pickup } from '@/db/schema/order'
import { store } from '@/db/schema/store'
import { invalid, problem, tooMany } from '@/lib/kit/api/endpoint/problem'
import { lockRow, noSuch, updateRow } from '@/lib/kit/api/rows/rows'
import { consume, release } from '@/lib/kit/api/run/limits'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import { refusalOf, requirePossible } from '@/lib/order/actions'
import { linesOf } from '@/lib/order/lines'
import { transitionLocked } from '@/lib/order/status'
import type { CollectInput, PickupOrder, PickupQuery } from './cms-schema'
import { type Counts, leftOf } from './pieces'
import { everythingLeft, recordShipment } from './ship'

/** 12 random digits. */
const newCode = () => String(randomInt(10 ** 12)).padStart(12, '0')

/** An order that is paid again after it was canceled keeps its code. */
export async function openPickup(tx: Database, { id, store_id }: { id: number; store_id: number | null }) {
  if (store_id === null) return
  await tx
    .insert(order_pickup)
    .values({ order_id: id, code: newCode() })
    .onConflictDoNothing({ target: order_pickup.order_id })
}

/** Throws `already_collected`. */
function requireUncollected(pickup: { collected_at: Date | null } | undefined, lines: Counts[]): void {
  if (!pickup?.collected_at || lines.some((line) => leftOf(line) > 0)) return
  throw problem('already_collected', {
    detail: 'The goods of this order were handed over already.',
    members: { collected_at: pickup.collected_at.toISOString() },
  })
}

/**
 * Possible again only if pieces are left after a failed refund. Throws `not_found`, `stale_version`,
 * `already_collected`, or the problems of {@link requirePossible}.
 */
async function lockCollectable(tx: Database, id: number, version: number, action: 'ready' | 'collect') {
  const locked = await lockRow(tx, order, id, { version })
  const [pickup] = await tx.select().from(order_pickup).where(eq(order_pickup.order_id, id))
  const lines = await linesOf(tx, id)
  requireUncollected(pickup, lines)
  requirePossible(action, { ...locked, items: lines })
  if (!pickup) throw new Error('a paid order for a store has no code')
  return { locked, lines, pickup }
}

/** Throws `not_found`, `stale_version`, `already_collected`, `after_sale_open`, or `order_state`. */
export async function readyOrder(tx: Database, id: number, version: number, { user_id }: Staff): Promise<void> {
  const { pickup } = await lockCollectable(tx, id, version, 'ready')
  if (pickup.ready_at) throw problem('order_state', { detail: 'The customer was told already that it is ready.' })
  await tx.update(order_pickup).set({ ready_at: sql`now()`, ready_by: user_id }).where(eq(order_pickup.order_id, id))
  await updateRow(tx, order, id, { updated_by: user_id })
}

/**
 * Completes the order at once, or later while pieces are being refunded. Throws `not_found`, `stale_version`,
 * `order_state`, `after_sale_open`, `already_collected`, or `invalid_request` for a wrong code.
 */
export async function collectOrder(
  tx: Database,
  id: number,
  { code, version }: z.output<typeof CollectInput>,
  actor: Staff,
): Promise<void> {
  const { locked, lines, pickup } = await lockCollectable(tx, id, version, 'collect')
  if (pickup.code !== code) throw invalid('body', 'code', 'wrong', 'This is not the code of this order.')
  await tx
    .update(order_pickup)
    .set({ collected_at: sql`now()`, collected_by: actor.user_id })
    .where(eq(order_pickup.order_id, id))
  const sent = { method: 'pickup', carrier: null, tracking_no: null } as const
  const isShipped = await recordShipment(tx, locked, { ...sent, pieces: everythingLeft(lines) }, actor)
  if (!isShipped) return
  const completion = { actor, set: { completed_at: sql`now()`, updated_by: actor.user_id } }
  await transitionLocked(tx, { ...locked, status: 'shipped' }, 'complete', completion)
}

/** Wrong codes of a member of staff in a minute. */
const wrongCodes = 30

/**
 * Throws `not_found`, `too_many_requests`, `already_collected`, `other_store`, or `order_state` for an order no longer
 * paid.
 */
export async function findPickup(
  db: Database,
  { code, store_id }: z.output<typeof PickupQuery>,
  { user_id }: Staff,
): Promise<z.input<typeof PickupOrder>> {
  // Counted in advance, so that concurrent guesses are limited like sequential ones.
  const counter = `pickup_code:${user_id}`
  const { points, retry_after } = await consume(db, counter, 60)
  if (points > wrongCodes) throw tooMany('too_many_requests', 'pickup codes', wrongCodes, retry_after)
  const [row] = await db
    .select({
      order,
      pickup: order_pickup,
      store: { id: store.id, name: store.name },
      pinned_notes: sql<string[]>`array(
        select n.text from ${order_note} n where n.order_id = ${order.id} and n.pinned order by n.id)`,
    })
    .from(order_pickup)
    .innerJoin(order, eq(order.id, order_pickup.order_id))
    .innerJoin(store, eq(store.id, order.store_id))
    .where(eq(order_pickup.code, code))
  if (!row) throw noSuch('order')
  await release(db, [counter])
  const { pickup } = row
  const lines = await linesOf(db, row.order.id)
  requireUncollected(pickup, lines)
  if (store_id !== undefined && store_id !== row.store.id)
    throw problem('other_store', {
      detail: `This order is collected at ${row.store.name}.`,
      members: { store: row.store },
    })
  const judged = { ...row.order, items: lines }
  // An open return request is told with the goods, since staff see them at the counter.
  if (row.order.status !== 'paid') requirePossible('collect', judged)
  const { id, order_no, version, receiver, remark, paid_at } = row.order
  return {
    id,
    order_no,
    version,
    remark,
    paid_at,
    pinned_notes: row.pinned_notes,
    contact: { name: receiver.name, mobile: receiver.mobile },
    store: row.store,
    ready_at: pickup.ready_at,
    refusal: refusalOf('collect', judged),
    items: lines.map((line) => ({
      id: line.id,
      name: line.name,
      spec_text: line.spec_text,
      image_url: line.image_url,
      count: line.count,
      left_count: leftOf(line),
    })),
  }
}
