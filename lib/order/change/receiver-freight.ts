import { order } from '@/db/schema/order'
import { addressesOf } from '@/lib/address/queries'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { Place } from '@/lib/kit/regions'
import { ownedBy } from '@/lib/order/status'
import { freightToOther } from './agreed-freight'

/* Customers and staff see this freight before the address changes: the fee of a paid order stays as it is. */

type Row = Pick<typeof order.$inferSelect, 'id' | 'receiver' | 'store_id'>

async function freightTo(db: Database, { id, receiver, store_id }: Row, to: Place, settings: Settings) {
  if (store_id !== null) return { freight_amount: 0, present_freight_amount: 0, undeliverable: [] }
  return freightToOther(db, id, { from: receiver, to, settings })
}

/** Throws `not_found`, or `invalid_request` naming an address that does not exist. */
export async function freightToOwnAddress(
  db: Database,
  {
    user_id,
    id,
    address_id,
    settings,
  }: { user_id: number; id: number; address_id?: number | undefined; settings: Settings },
) {
  const row = await getRow(db, order, id, { where: ownedBy(user_id) })
  const to = (await addressesOf(db, user_id)).find((one) => address_id === undefined || one.id === address_id)
  if (!to) throw invalid('query', 'address_id', 'not_found', 'You have no such address.')
  return freightTo(db, row, to, settings)
}

/** undefined: to the address that the customer asks for, or else to the present one. Throws `not_found`. */
export async function freightToPlace(
  db: Database,
  { id, place, settings }: { id: number; place: Place | undefined; settings: Settings },
) {
  const row = await getRow(db, order, id)
  return freightTo(db, row, place ?? row.asked_receiver ?? row.receiver, settings)
}
