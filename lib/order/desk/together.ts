import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { order, shipment } from '@/db/schema/order'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { found, getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { isSameReceiver } from '@/lib/order/same-receiver'
import type { ShipInput } from '@/lib/order/ship/cms-schema'

type Named = Pick<z.output<typeof ShipInput>, 'version' | 'together'>

/** Locks by id. Throws `not_found`, or `invalid_request` at `together` (unknown, named twice, or not `fits`). */
async function lockNamed(
  tx: Database,
  id: number,
  { version, together = [] }: Named,
  fits: (row: Locked, first: Locked) => boolean,
): Promise<{ id: number; version: number }[]> {
  const all = [{ id, version }, ...together].toSorted((a, b) => a.id - b.id)
  const rows = await tx
    .select({ id: order.id, user_id: order.user_id, receiver: order.receiver })
    .from(order)
    .where(
      inArray(
        order.id,
        all.map((one) => one.id),
      ),
    )
    .orderBy(asc(order.id))
    .for('no key update')
  const first = found(
    rows.find((row) => row.id === id),
    'order',
  )
  for (const [at, other] of together.entries()) {
    const name = `together.${at}.id`
    const row = rows.find((one) => one.id === other.id)
    if (!row) throw invalid('body', name, 'not_found', 'There is no such order.')
    if (other.id === id || together.findIndex((one) => one.id === other.id) < at)
      throw invalid('body', name, 'duplicate', 'This order is given twice.')
    if (!fits(row, first))
      throw invalid('body', name, 'not_allowed', 'This order is for another customer or another receiver.')
  }
  return all
}

type Locked = Pick<typeof order.$inferSelect, 'id' | 'user_id' | 'receiver'>

/**
 * Locks by id. `version`: as the client has read it. Throws `not_found`, or `invalid_request` at `together` (named
 * twice, unknown, another customer or receiver) and for `items`, because a parcel of several orders contains all their
 * remaining pieces.
 */
export async function lockTogether(
  tx: Database,
  id: number,
  { items, ...named }: Named & Pick<z.output<typeof ShipInput>, 'items'>,
) {
  if (items && named.together?.length)
    throw invalid(
      'body',
      'together',
      'not_allowed',
      'A parcel of several orders takes everything that is left of them.',
    )
  return lockNamed(
    tx,
    id,
    named,
    (row, first) => row.user_id === first.user_id && isSameReceiver(row.receiver, first.receiver),
  )
}

/** Locks by id, and adds the shipment of each order. Throws like {@link lockTogether}. */
export async function lockParcel(tx: Database, { id, sid }: { id: number; sid: number }, named: Named) {
  const all = await lockNamed(tx, id, named, (row, first) => isSameReceiver(row.receiver, first.receiver))
  const own = await getRow(tx, shipment, sid, { where: eq(shipment.order_id, id) })
  const others = all.filter((one) => one.id !== id)
  const ids = others.map((one) => one.id)
  const sent =
    others.length > 0 && own.carrier !== null && own.tracking_no !== null
      ? await tx
          .select({ id: shipment.id, order_id: shipment.order_id })
          .from(shipment)
          .where(
            and(
              inArray(shipment.order_id, ids),
              eq(shipment.carrier, own.carrier),
              eq(shipment.tracking_no, own.tracking_no),
            ),
          )
          // One that was revoked meanwhile is refused as such, unless the order was shipped again.
          .orderBy(sql`${shipment.revoked_at} is not null`, desc(shipment.id))
      : []
  return all.map((one) => {
    const found = one.id === id ? own : sent.find(({ order_id }) => order_id === one.id)
    if (found) return { ...one, sid: found.id }
    const at = named.together?.findIndex((other) => other.id === one.id)
    throw invalid('body', `together.${at}.id`, 'not_allowed', 'This order is not in the parcel.')
  })
}
