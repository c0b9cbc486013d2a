import { and, eq, sql } from 'drizzle-orm'
import { order, shipment } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { shipping_report } from '@/db/schema/shipping_report'
import type { Settings } from '@/lib/kit/config/registry'
import { connection, type Database } from '@/lib/kit/database'
import { completeReceived } from '@/lib/order/ship/fulfil'
import { hasMiniProgram, type MiniProgram, miniProgram } from '@/lib/platform/wechat/credentials'
import {
  isReceived,
  listUnshipped,
  orderStates,
  queryShipping,
  type ShippingState,
} from '@/lib/platform/wechat/shipping'
import { runtime } from '@/lib/platform/wechat/transport'
import { parcelName } from './next'
import { lockReport } from './parcels'
import { queueReport } from './queue'
import { wantsReports } from './setting'

/**
 * Complete where the payment was paid back, or counts as shipped at the platform with nothing left to ship; a
 * correction may follow until receipt or refund. Received goods complete the order. false: sending again would get the
 * same response. Throws `provider_error`.
 */
export async function followShipping(program: MiniProgram, report_id: number): Promise<boolean> {
  const { db, transaction } = await connection()
  const [about] = await db
    .select({ transaction_id: payment.transaction_id })
    .from(shipping_report)
    .innerJoin(payment, eq(payment.id, shipping_report.payment_id))
    .where(eq(shipping_report.id, report_id))
  const state = about?.transaction_id ? await queryShipping(program, about.transaction_id) : undefined
  if (!state) return false
  const isSettled = state.order_state === orderStates.finished
  return transaction(async (tx) => {
    const locked = await lockReport(tx, report_id)
    if (!locked) return false
    // A payment that was paid back is complete, also if the order does not know of its refund yet.
    const isPaidBack = state.order_state === orderStates.refunded
    const isComplete = isPaidBack || (state.order_state !== orderStates.to_ship && locked.order.status !== 'paid')
    const listed = listedParcels(state)
    const found = locked.parcels.filter(
      ({ reported_at, reported_as }) =>
        reported_at === null && (isComplete || (reported_as !== null && listed.has(reported_as))),
    )
    await tx
      .update(shipping_report)
      .set({
        order_state: state.order_state,
        ...(isSettled && { settled_at: sql`coalesce(${shipping_report.settled_at}, now())` }),
        ...(isComplete && { status: 'uploaded', finished: true, next_try_at: null, errcode: null, errmsg: null }),
      })
      .where(eq(shipping_report.id, report_id))
    for (const parcel of found)
      await tx
        .update(shipment)
        .set({ reported_at: sql`now()`, reported_as: parcel.reported_as ?? parcelName(parcel) })
        .where(eq(shipment.id, parcel.id))
    if (isReceived(state)) await completeReceived(tx, locked.order)
    if (!isComplete) return found.length > 0
    const after = state.order_state === orderStates.shipped ? await lockReport(tx, report_id) : undefined
    if (!after?.step) return true
    await tx
      .update(shipping_report)
      .set({ status: 'waiting', next_try_at: sql`now()` })
      .where(eq(shipping_report.id, report_id))
    // A correction that was sent before was not accepted, so that repeating it is no progress.
    return after.report.corrected_at === null
  })
}

/** As {@link parcelName}. */
const listedParcels = ({ shipping }: ShippingState) =>
  new Set(
    shipping?.shipping_list.map(({ express_company = null, tracking_no = null }) =>
      parcelName({ carrier: express_company, tracking_no }),
    ),
  )

/** By the shop's or the platform's number. `id` null: no report yet; undefined: no such payment. */
export async function findReport(payment_no: string | undefined, transaction_id: string | undefined) {
  const { db } = await connection()
  const [found] = await db
    .select({ id: shipping_report.id, order_id: payment.order_id, payment_no: payment.payment_no })
    .from(payment)
    .leftJoin(shipping_report, eq(shipping_report.payment_id, payment.id))
    .where(
      and(
        eq(payment.settles, true),
        transaction_id === undefined
          ? eq(payment.payment_no, payment_no ?? '')
          : eq(payment.transaction_id, transaction_id),
      ),
    )
  return found
}

const hasReports = async (db: Database) =>
  (await db.select({ id: shipping_report.id }).from(shipping_report).limit(1)).length > 0

const day = 86_400_000
/** The platform has settled every payment by then, so older payments are not compared. */
const lookBackDays = 20
/** Newer payments are not compared, because their report may be under way. */
const graceMilliseconds = 3_600_000
const pageSize = 100
const mostPages = 50

/**
 * The platform lists the payment as unshipped although it accepted the report, which becomes due again. Returns their
 * number. Throws `provider_error`.
 */
export async function compareUnshipped(settings: Settings): Promise<number> {
  const { db } = await connection()
  // Without any report, a query of the platform is useless.
  if (!hasMiniProgram() || !(await hasReports(db))) return 0
  const program = await miniProgram()
  if (!(await wantsReports(program, settings['wechat.shipping']))) return 0
  const now = runtime().now().getTime()
  const range = { from: new Date(now - lookBackDays * day), to: new Date(now - graceMilliseconds), size: pageSize }
  let again = 0
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const { transaction_ids, last_index } = await listUnshipped(program, { ...range, after })
    for (const transaction_id of transaction_ids) again += (await reportAgain(transaction_id)) ? 1 : 0
    if (last_index === undefined) break
    after = last_index
  }
  return again
}

async function reportAgain(transaction_id: string): Promise<boolean> {
  const { transaction } = await connection()
  const known = await findReport(undefined, transaction_id)
  if (!known || known.id === null) return false
  const { id, order_id } = known
  return transaction(async (tx) => {
    await tx.select({ id: order.id }).from(order).where(eq(order.id, order_id)).for('no key update')
    const [wrong] = await tx
      .update(shipping_report)
      .set({ finished: false, corrected_at: null })
      .where(and(eq(shipping_report.id, id), eq(shipping_report.status, 'uploaded')))
      .returning({ id: shipping_report.id })
    if (!wrong) return false
    await tx.update(shipment).set({ reported_at: null }).where(eq(shipment.order_id, order_id))
    await queueReport(tx, order_id)
    return true
  })
}
