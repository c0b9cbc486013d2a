import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { order, shipment } from '@/db/schema/order'
import { waybill, waybill_order } from '@/db/schema/waybill'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { digestOf } from './receiver'

/** Carriers use a number again after months. */
const knownDays = 60

const hasNumber = (carrier: string, tracking_no: string) =>
  and(
    eq(waybill.delivery_id, carrier),
    eq(waybill.tracking_no, tracking_no),
    sql`${waybill.created_at} > now() - make_interval(days => ${knownDays})`,
  )

async function lockWaybill(tx: Database, which: SQL | undefined) {
  const [found] = await tx.select().from(waybill).where(which).orderBy(desc(waybill.id)).limit(1).for('no key update')
  return found
}

/**
 * Before a locked order is shipped with this number: if it is of a waybill, that is used then. Throws `order_state` for
 * one that was canceled, or has another receiver on its label.
 */
export async function takeWaybill(
  tx: Database,
  { receiver }: Pick<typeof order.$inferSelect, 'receiver'>,
  { carrier, tracking_no }: { carrier: string; tracking_no: string },
): Promise<void> {
  const found = await lockWaybill(tx, hasNumber(carrier, tracking_no))
  if (!found) return
  if (found.state !== 'ready' && found.state !== 'shipped')
    throw problem('order_state', {
      detail: 'The waybill with this number was canceled: make another one.',
      members: { reason: 'waybill_canceled' },
    })
  // Also for an order that is put into the parcel of another one.
  if (found.receiver_digest !== digestOf(receiver))
    throw problem('order_state', {
      detail: 'The waybill with this number has another receiver: cancel it, or make another one for this order.',
      members: { reason: 'waybill_outdated' },
    })
  if (found.state === 'shipped') return
  await tx
    .update(waybill)
    .set({ state: 'shipped', next_try_at: null, reason_code: null, reason_text: null, version: sql`version + 1` })
    .where(eq(waybill.id, found.id))
}

/**
 * Locks the orders of the waybill, so that a request that ships one of them has ended. Returns whether one was shipped
 * with this number already: the platform can print a label before the shop knows its number.
 */
export async function hasParcel(
  tx: Database,
  { id, delivery_id, tracking_no }: { id: number; delivery_id: string; tracking_no: string },
): Promise<boolean> {
  const ids = tx.select({ id: waybill_order.order_id }).from(waybill_order).where(eq(waybill_order.waybill_id, id))
  await tx
    .select({ id: order.id })
    .from(order)
    .where(inArray(order.id, ids))
    .orderBy(asc(order.id))
    .for('no key update')
  const sent = and(
    inArray(shipment.order_id, ids),
    eq(shipment.carrier, delivery_id),
    eq(shipment.tracking_no, tracking_no),
    isNull(shipment.revoked_at),
  )
  return (await tx.$count(shipment, sent)) > 0
}

/** Has a job look at the unused waybills of an order that was shipped without them or refunded. */
export const reviewWaybills = (tx: Database, order_id: number) =>
  tx
    .update(waybill)
    .set({ next_try_at: sql`now()`, updated_at: waybill.updated_at })
    .where(
      and(
        eq(waybill.state, 'ready'),
        isNull(waybill.reason_code),
        inArray(
          waybill.id,
          tx.select({ id: waybill_order.waybill_id }).from(waybill_order).where(eq(waybill_order.order_id, order_id)),
        ),
      ),
    )

/** Seconds after which a job looks whether orders still need their waybill. */
const lookSeconds = 3_600
export const nextLook = sql.raw(`now() + make_interval(secs => ${lookSeconds})`)

/** After the shipment was revoked or got another number: its waybill can be used or canceled, unless another order has it. */
export async function freeWaybill(
  tx: Database,
  { carrier, tracking_no }: Pick<typeof shipment.$inferSelect, 'carrier' | 'tracking_no'>,
): Promise<void> {
  if (carrier === null || tracking_no === null) return
  const found = await lockWaybill(tx, and(hasNumber(carrier, tracking_no), eq(waybill.state, 'shipped')))
  if (!found) return
  await tx
    .update(waybill)
    .set({ state: 'ready', next_try_at: nextLook, version: sql`version + 1` })
    .where(
      and(
        eq(waybill.id, found.id),
        sql`not exists (
          select from shipment s where s.tracking_no = ${tracking_no} and s.carrier = ${carrier} and s.revoked_at is null)`,
      ),
    )
}
