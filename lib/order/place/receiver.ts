import type { Receiver } from '@/db/schema/order'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Input } from './place'
import type { OrderInputs } from './place-data'

/** For pick-up, the contact at the address of the store. Throws `invalid_request` naming the missing one. */
export function receiverOf(found: OrderInputs, { address_id, store_id, contact }: Input): Receiver {
  if (store_id !== undefined) {
    const { id: _, ...place } = storeOf(found)
    if (!contact) throw invalid('body', 'contact', 'required', 'Send the name and the phone number of who collects it.')
    return { ...contact, ...place, postal_code: null }
  }
  if (found.address) return found.address.receiver
  throw noAddress(address_id)
}

/** Throws `invalid_request` where the store does not exist or is disabled. */
export function storeOf({ store }: OrderInputs) {
  if (!store) throw invalid('body', 'store_id', 'not_found', 'There is no such store.')
  return store
}

/** `address_id` undefined: the customer has no default address. */
export const noAddress = (address_id: number | undefined) =>
  address_id === undefined
    ? invalid('body', 'address_id', 'required', 'There is no default address: send address_id.')
    : invalid('body', 'address_id', 'not_found', 'There is no such address.')
