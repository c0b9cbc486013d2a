import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { order, shipment } from '@/db/schema/order'
import { connection } from '@/lib/kit/database'
import { readExpressPath } from '@/lib/platform/wechat/express'
import { addNews } from './news'

/** Carriers use a number again after months. */
const knownDays = 60

/** By the message `add_express_path`, of all orders in the parcel. false: in another form. Ignores unknown parcels. */
export async function followParcel(message: unknown): Promise<boolean> {
  const path = readExpressPath(message)
  if (!path) return false
  const { db, transaction } = await connection()
  const which = and(
    eq(shipment.tracking_no, path.waybill_id),
    eq(shipment.carrier, path.delivery_id),
    isNull(shipment.revoked_at),
    sql`${shipment.shipped_at} > now() - make_interval(days => ${knownDays})`,
  )
  const parcels = await db.select({ order_id: shipment.order_id }).from(shipment).where(which)
  if (parcels.length === 0) return true
  await transaction(async (tx) => {
    const ids = parcels.map(({ order_id }) => order_id)
    await tx.select({ id: order.id }).from(order).where(inArray(order.id, ids)).orderBy(order.id).for('no key update')
    const found = await tx
      .select({ id: shipment.id })
      .from(shipment)
      .where(and(which, inArray(shipment.order_id, ids)))
      .orderBy(asc(shipment.id))
    for (const { id } of found) await addNews(tx, id, path.news)
  })
  return true
}
