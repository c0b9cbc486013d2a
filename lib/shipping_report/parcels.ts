import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { order, shipment } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { shipping_report } from '@/db/schema/shipping_report'
import type { Database } from '@/lib/kit/database'
import { logisticsTypes, type ReportedParcel, type ShippingUpload } from '@/lib/platform/wechat/shipping'
import { runtime } from '@/lib/platform/wechat/transport'
import { carrierWithPhone, nextStep, parcelName } from './next'

/** Characters that the platform shows to the customer. */
const longestDescription = 120

export interface Plan {
  report: typeof shipping_report.$inferSelect
  payment_no: string
  upload: ShippingUpload
  /** `reported_as`: to store once the upload is accepted. */
  parcels: { id: number; reported_as: string }[]
  finishes: boolean
  corrects: boolean
}

/** The order first. Without revoked parcels; undefined: the report no longer exists. */
export async function lockReport(tx: Database, id: number) {
  const [about] = await tx
    .select({ order_id: shipping_report.order_id })
    .from(shipping_report)
    .where(eq(shipping_report.id, id))
  if (!about) return undefined
  const [locked] = await tx.select().from(order).where(eq(order.id, about.order_id)).for('no key update')
  const [found] = await tx
    .select({ report: shipping_report, payment })
    .from(shipping_report)
    .innerJoin(payment, eq(payment.id, shipping_report.payment_id))
    .where(eq(shipping_report.id, id))
    .for('no key update', { of: shipping_report })
  if (!locked || !found) throw new Error('the report has no order')
  const parcels = await tx
    .select()
    .from(shipment)
    .where(and(eq(shipment.order_id, locked.id), isNull(shipment.revoked_at)))
    .orderBy(asc(shipment.id))
  const { report } = found
  const isClosed = locked.status !== 'paid'
  const step = nextStep({ isClosed, finished: report.finished, parcels })
  return { order: locked, ...found, parcels, step }
}

/** Already records the parcels as possibly known to the platform. undefined: nothing to report now. */
export async function planUpload(tx: Database, id: number): Promise<Plan | undefined> {
  const locked = await lockReport(tx, id)
  if (!locked?.step || locked.report.status !== 'waiting') return undefined
  const { report, payment: paid, step } = locked
  const [first] = step.parcels
  if (!first || paid.transaction_id === null) throw new Error('a payment that was made has no number')
  const ids = step.parcels.map((parcel) => parcel.id)
  await tx
    .update(shipment)
    .set({ tried_at: sql`coalesce(${shipment.tried_at}, now())`, reported_as: parcelName(first) })
    .where(and(inArray(shipment.id, ids), isNull(shipment.reported_at)))
  if (step.corrects)
    await tx
      .update(shipping_report)
      .set({ corrected_at: sql`coalesce(${shipping_report.corrected_at}, now())` })
      .where(eq(shipping_report.id, id))
  const contents = await contentsOf(tx, ids)
  const { mobile } = locked.order.receiver
  return {
    report,
    payment_no: paid.payment_no,
    upload: {
      transaction_id: paid.transaction_id,
      openid: paid.payer,
      logistics_type: logisticsTypes[first.method],
      delivery_mode: step.delivery_mode,
      is_all_delivered: step.finishes,
      parcels: step.parcels.map((parcel) => onTheWire(parcel, contents.get(parcel.id) ?? '', mobile)),
      upload_time: runtime().now(),
    },
    parcels: step.parcels.map((parcel) => ({ id: parcel.id, reported_as: parcelName(parcel) })),
    finishes: step.finishes,
    corrects: step.corrects,
  }
}

/** By the id of the parcel. */
async function contentsOf(tx: Database, ids: number[]): Promise<Map<number, string>> {
  const contents = sql<string>`coalesce((
    select string_agg(concat_ws(' ', i.name, nullif(i.spec_text, '')) || ' ×' || c.count, '；' order by i.id)
    from shipment_item c join order_item i on i.id = c.order_item_id where c.shipment_id = shipment.id), '')`
  const rows = await tx.select({ id: shipment.id, contents }).from(shipment).where(inArray(shipment.id, ids))
  return new Map(rows.map((row) => [row.id, row.contents]))
}

function onTheWire(
  { carrier, tracking_no }: { carrier: string | null; tracking_no: string | null },
  contents: string,
  mobile: string,
): ReportedParcel {
  const item_desc = [...contents].slice(0, longestDescription).join('')
  if (carrier === null || tracking_no === null) return { item_desc }
  const contact = carrier === carrierWithPhone && { contact: { receiver_contact: maskedPhone(mobile) } }
  return { tracking_no, express_company: carrier, item_desc, ...contact }
}

/** As the platform requires: 189****1234 for a mobile number, ****1234 for any other, also with an extension. */
function maskedPhone(mobile: string): string {
  const digits = mobile.replaceAll(/\D/g, '')
  return `${/^1\d{10}$/.test(digits) ? digits.slice(0, 3) : ''}****${digits.slice(-4)}`
}
