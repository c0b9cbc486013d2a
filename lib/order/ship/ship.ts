import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { failedRefundStatuses, type RevokeRefusal } from '@/db/enums'
import { order, order_item, shipment, shipment_item, shipment_trace } from '@/db/schema/order'
import { payment, refund, refund_item } from '@/db/schema/payment'
import { shipping_report } from '@/db/schema/shipping_report'
import { requireEntry } from '@/lib/dict/entry'
import { invalid, problem, tooMuch } from '@/lib/kit/api/endpoint/problem'
import { insertRow, lockRow, updateRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { type ActorOf, actorId, type Staff } from '@/lib/kit/people/actor'
import { type Line, linesOf, namedLines, requireNoCase } from '@/lib/order/lines'
import { trackedAnew, trackedFrom } from '@/lib/order/parcel/queue'
import { type LoggedOrder, orderStateProblem, recordOrder, transitionLocked, writeLog } from '@/lib/order/status'
import { freeWaybill, takeWaybill } from '@/lib/order/waybill/use'
import { queueReport } from '@/lib/shipping_report/queue'
import type { CorrectInput, ShipInput } from './cms-schema'
import { leftOf } from './pieces'
import { revokeRefusal } from './revocable'

type Input = Omit<z.output<typeof ShipInput>, 'together'>

/** The limit of the platform for one payment. */
export const maxParcels = 15

/** Nothing is shipped before staff accept or refuse the address that the customer asks for. */
export const askedAddressProblem = () =>
  problem('address_asked', { detail: 'The customer asks for another address: accept or refuse it first.' })

/**
 * Locks the order. Returns what its next parcel has: the named pieces, or all that are left. Throws `not_found`,
 * `stale_version`, `order_state`, `address_asked`, `after_sale_open`, `limit_reached`, or `invalid_request` naming a line.
 */
export async function planParcel(
  tx: Database,
  id: number,
  { method, items, version }: Pick<Input, 'method' | 'items' | 'version'>,
) {
  const locked = await lockRow(tx, order, id, { version })
  if (locked.status !== 'paid') throw orderStateProblem(locked.status, 'ship')
  if (locked.store_id !== null)
    throw problem('order_state', { detail: 'The order is collected at a store: hand it over with its code.' })
  if (locked.asked_receiver !== null) throw askedAddressProblem()
  const lines = await linesOf(tx, id)
  requireWhole(lines, { method, items })
  const pieces = items ? chosen(lines, items) : everythingLeft(lines)
  requireNoCase(pieces.map(({ line }) => line))
  const takesAll = pieces.every(({ line, count }) => count === leftOf(line)) && pieces.length === open(lines).length
  await requireRoom(tx, id, takesAll)
  return { locked, pieces }
}

/**
 * Ships the named pieces, or all that are left. Throws the problems of {@link planParcel} and {@link takeWaybill},
 * `already_exists` (same parcel), or `invalid_request` naming the carrier.
 */
export async function shipOrder(tx: Database, id: number, input: Input, actor: Staff): Promise<void> {
  const { locked, pieces } = await planParcel(tx, id, input)
  const carrier =
    input.carrier === undefined
      ? null
      : (await requireEntry(tx, { type: 'carrier', value: input.carrier, field: 'carrier' })).value
  const { method, tracking_no = null } = input
  if (carrier !== null && tracking_no !== null) await takeWaybill(tx, locked, { carrier, tracking_no })
  if (await recordShipment(tx, locked, { method, carrier, tracking_no, pieces }, actor)) return
  await writeLog(tx, locked, { action: 'ship', actor })
  await updateRow(tx, order, id, { updated_by: actor.user_id })
}

type Pieces = ReturnType<typeof everythingLeft>
type Sent = Pick<typeof shipment.$inferSelect, 'method' | 'carrier' | 'tracking_no'> & { pieces: Pieces }

/** Of a locked order. Returns whether the status of the order has changed. */
export async function recordShipment(
  tx: Database,
  locked: LoggedOrder,
  { pieces, ...sent }: Sent,
  actor: Staff,
): Promise<boolean> {
  const made = await insertRow(tx, shipment, {
    ...sent,
    order_id: locked.id,
    actor: actor.user_id,
    track_at: sent.method === 'express' ? trackedFrom : null,
  })
  await tx
    .insert(shipment_item)
    .values(pieces.map(({ line, count }) => ({ shipment_id: made.id, order_item_id: line.id, count })))
  await tx
    .update(order_item)
    .set({ shipped_count: sql`${order_item.shipped_count} + ${shipment_item.count}` })
    .from(shipment_item)
    .where(and(eq(shipment_item.order_item_id, order_item.id), eq(shipment_item.shipment_id, made.id)))
  await queueReport(tx, locked.id)
  return concludeShipping(tx, locked, actor)
}

/** `id` of the order, `sid` of its shipment. */
interface ShipmentIds {
  id: number
  sid: number
}

/** Throws `not_found`, `stale_version`, or `order_state` where the shipment was revoked. */
async function lockShipment(tx: Database, { id, sid }: ShipmentIds, version: number) {
  const locked = await lockRow(tx, order, id, { version })
  const sent = await lockRow(tx, shipment, sid, { where: eq(shipment.order_id, id) })
  if (sent.revoked_at) throw problem('order_state', { detail: 'The shipment was revoked.' })
  return { locked, sent }
}

/**
 * Once for each parcel, and for one reported parcel of an order. Throws `not_found`, `stale_version`, `order_state`,
 * `limit_reached`, `already_exists`, or `invalid_request` naming the carrier or the number.
 */
export async function correctParcel(
  tx: Database,
  ids: ShipmentIds,
  input: z.output<typeof CorrectInput>,
  actor: Staff,
): Promise<void> {
  const { locked, sent } = await lockShipment(tx, ids, input.version)
  if (sent.method !== 'express')
    throw problem('order_state', { detail: `Only express has a carrier and a tracking number, not ${sent.method}.` })
  if (sent.corrected_at) throw problem('limit_reached', { detail: 'A shipment is corrected at most once.' })
  const { value: carrier } = await requireEntry(tx, { type: 'carrier', value: input.carrier, field: 'carrier' })
  if (sent.carrier === carrier && sent.tracking_no === input.tracking_no)
    throw invalid('body', 'tracking_no', 'unchanged', 'Carrier and number are the same as before.')
  if (sent.tried_at) await requireCorrectable(tx, ids.id)
  const { tracking_no } = input
  const changed = { carrier, tracking_no, corrected_at: sql`now()`, corrected_by: actor.user_id, ...trackedAnew }
  await takeWaybill(tx, locked, { carrier, tracking_no })
  await updateRow(tx, shipment, sent.id, changed)
  await freeWaybill(tx, sent)
  await tx.delete(shipment_trace).where(eq(shipment_trace.shipment_id, sent.id))
  await updateRow(tx, order, ids.id, { updated_by: actor.user_id })
  if (sent.tried_at) await queueReport(tx, ids.id)
}

/** Throws `limit_reached`: the platform accepts only one correction for all parcels of a payment. */
async function requireCorrectable(tx: Database, order_id: number): Promise<void> {
  const corrected = and(eq(shipping_report.order_id, order_id), isNotNull(shipping_report.corrected_at))
  if ((await tx.$count(shipping_report, corrected)) > 0)
    throw problem('limit_reached', { detail: 'The platform was told of a correction already, and takes only one.' })
}

const revokeDetails: Record<RevokeRefusal, string> = {
  collected: 'The goods were handed over to the customer.',
  completed: 'The order is completed; its shipments are final.',
  reported: 'The platform was told of this shipment, which cannot be taken back.',
  after_sale_open: 'An open return request decides about its pieces.',
  refunded: 'Pieces of this shipment were refunded or are being refunded.',
}

/** `reason`: for clients that explain it. */
const revokeProblem = (reason: RevokeRefusal) =>
  problem(reason === 'after_sale_open' ? reason : 'order_state', {
    detail: revokeDetails[reason],
    members: { reason },
  })

/**
 * For a parcel that never left. A `shipped` order becomes `paid` again. Throws `not_found`, `stale_version`,
 * `after_sale_open`, or `order_state` (finished, revoked, reported, or with refunded pieces).
 */
export async function revokeParcel(tx: Database, ids: ShipmentIds, version: number, actor: Staff): Promise<void> {
  const { locked, sent } = await lockShipment(tx, ids, version)
  const packed = await tx.select().from(shipment_item).where(eq(shipment_item.shipment_id, sent.id))
  const judged = { ...locked, store: locked.store_id, items: await linesOf(tx, locked.id) }
  const reason = revokeRefusal(judged, { ...sent, items: packed })
  if (reason) throw revokeProblem(reason)
  const returned = await tx
    .update(order_item)
    .set({ shipped_count: sql`${order_item.shipped_count} - ${shipment_item.count}` })
    .from(shipment_item)
    .where(
      and(
        eq(shipment_item.order_item_id, order_item.id),
        eq(shipment_item.shipment_id, sent.id),
        // Pieces that were refunded as shipped must stay shipped.
        sql`${order_item.refunded_count} - ${order_item.kept_count} <= ${order_item.shipped_count} - ${shipment_item.count}`,
      ),
    )
    .returning({ id: order_item.id })
  if (returned.length < packed.length) throw revokeProblem('refunded')
  const updated_by = actor.user_id
  await updateRow(tx, shipment, sent.id, { revoked_at: sql`now()`, revoked_by: updated_by, track_at: null })
  await freeWaybill(tx, sent)
  if (!(await transitionLocked(tx, locked, 'unship', { actor, set: { shipped_at: null, updated_by } })))
    await Promise.all([
      updateRow(tx, order, locked.id, { updated_by }),
      recordOrder(tx, locked, { action: 'unship', actor_id: updated_by }),
    ])
}

const open = (lines: Line[]) => lines.filter((line) => leftOf(line) > 0)

export function everythingLeft(lines: Line[]) {
  const pieces = open(lines).map((line) => ({ line, count: leftOf(line) }))
  if (pieces.length === 0)
    throw problem('order_state', { detail: 'Nothing is left to ship: every piece was shipped or is being refunded.' })
  return pieces
}

function chosen(lines: Line[], items: NonNullable<Input['items']>) {
  return namedLines(items, lines, 'items').map(({ at, line, given: { count } }) => {
    const name = `items.${at}.count`
    if (count > line.count - line.shipped_count) throw tooMuch(name, leftOf(line))
    if (count > leftOf(line)) {
      const params = { maximum: leftOf(line) }
      throw invalid('body', name, 'being_refunded', 'Pieces of a refund are not shipped.', params)
    }
    return { line, count }
  })
}

/** Throws `order_state`: the platform accepts partial shipments only by express. */
function requireWhole(lines: Line[], { method, items }: Pick<Input, 'method' | 'items'>): void {
  if (method === 'express') return
  if (items || lines.some((line) => line.shipped_count > 0))
    throw problem('order_state', { detail: `Only by express can an order be shipped in parts, not by ${method}.` })
}

async function requireRoom(tx: Database, order_id: number, takesAll: boolean): Promise<void> {
  const parcels = await tx.$count(shipment, and(eq(shipment.order_id, order_id), isNull(shipment.revoked_at)))
  if (parcels + 1 < maxParcels || (parcels + 1 === maxParcels && takesAll)) return
  throw problem('limit_reached', {
    detail: `An order is shipped in at most ${maxParcels} parcels; the last one takes all that is left.`,
  })
}

/** Does nothing while a refund of unshipped pieces may still fail. Returns whether the status changed. */
export async function concludeShipping(
  tx: Database,
  locked: LoggedOrder,
  actor: Staff | ActorOf<'provider'>,
): Promise<boolean> {
  if (locked.status !== 'paid') return false
  const lines = await linesOf(tx, locked.id)
  if (open(lines).length > 0 || (await hasPiecesUnderWay(tx, locked.id))) return false
  const updated_by = actorId(actor)
  if (lines.every((line) => line.shipped_count === 0)) {
    await transitionLocked(tx, locked, 'refund', { actor, set: { updated_by } })
    return true
  }
  // Not the current time: the last refund may have succeeded long after the last parcel left.
  const shipped_at = sql`(select max(s.shipped_at) from shipment s where s.order_id = ${locked.id} and s.revoked_at is null)`
  await transitionLocked(tx, locked, 'ship', { actor, set: { shipped_at, updated_by } })
  return true
}

async function hasPiecesUnderWay(tx: Database, order_id: number): Promise<boolean> {
  const [found] = await tx
    .select({ id: refund.id })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.payment_id))
    .innerJoin(refund_item, eq(refund_item.refund_id, refund.id))
    .where(
      and(
        eq(payment.order_id, order_id),
        inArray(refund.status, ['processing', ...failedRefundStatuses]),
        sql`${refund_item.kept_count} > 0`,
      ),
    )
    .limit(1)
  return found !== undefined
}
