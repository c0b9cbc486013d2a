import { order } from '@/db/schema/order'
import { addressesOf } from '@/lib/address/queries'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { Place } from '@/lib/kit/regions'
import { freightToOther } from './agreed-freight'
import { ownedBy } from './status'

/*
 * What it would cost to send an order to another address. Customers see it before they ask for the address, and staff
 * before they accept or write one, because the fee of a paid order stays as it is.
 */

function requireSent({ store_id }: { store_id: number | null }): void {
  if (store_id !== null)
    throw problem('order_state', { detail: 'The order is collected at a store: it has no other address.' })
}

/**
 * Returns the freight of a customer's own order to one of their addresses. Throws `not_found`, `order_state`, or
 * `invalid_request` naming an address that does not exist.
 */
export async function freightToOwnAddress(
  db: Database,
  { user_id, id, address_id, settings }: { user_id: number; id: number; address_id: number; settings: Settings },
) {
  const row = await getRow(db, order, id, { where: ownedBy(user_id) })
  requireSent(row)
  const to = (await addressesOf(db, user_id)).find((one) => one.id === address_id)
  if (!to) throw invalid('query', 'address_id', 'not_found', 'You have no such address.')
  return freightToOther(db, id, { from: row.receiver, to, settings })
}

/**
 * Returns the freight of an order to a place; undefined: to the address that the customer asks for. Throws `not_found`
 * or `order_state`.
 */
export async function freightToPlace(
  db: Database,
  { id, place, settings }: { id: number; place: Place | undefined; settings: Settings },
) {
  const row = await getRow(db, order, id)
  requireSent(row)
  const to = place ?? row.asked_receiver
  if (!to) throw problem('order_state', { detail: 'The customer asks for no other address.' })
  return freightToOther(db, id, { from: row.receiver, to, settings })
}
