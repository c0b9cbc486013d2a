import { and, desc, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { address } from '@/db/schema/address'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { deleteRow, getRow, insertRow, updateRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { type Place, regionCodeOf } from '@/lib/kit/regions'
import type { AddressChanges, AddressInput } from './schema'

/* Every write first locks the customer's row (`lockActiveCustomer`), so the limit and the one default hold. */

const ownedBy = (user_id: number) => ({ where: eq(address.user_id, user_id) })

const clearDefault = (tx: Database, user_id: number) =>
  tx
    .update(address)
    .set({ is_default: false })
    .where(and(eq(address.user_id, user_id), eq(address.is_default, true)))

/** Throws `invalid_request` at `city` for a district in no city of the list of regions. */
function requireCity(place: Place): void {
  if (place.city === '' && regionCodeOf(place) === null)
    throw invalid('body', 'city', 'unknown_region', 'Give the city, or a district of the list of regions.')
}

/** The first one is always the default. Throws `limit_reached` at `max` addresses. */
export async function createAddress(tx: Database, user_id: number, input: z.output<typeof AddressInput>, max: number) {
  requireCity(input)
  const count = await tx.$count(address, eq(address.user_id, user_id))
  if (count >= max) throw problem('limit_reached', { detail: `There may be at most ${max} addresses.` })
  const is_default = count === 0 || input.is_default === true
  if (is_default) await clearDefault(tx, user_id)
  return insertRow(tx, address, { ...input, user_id, is_default })
}

/** `is_default: false` has no effect: there is always exactly one default. Throws `not_found`. */
export async function updateAddress(tx: Database, user_id: number, id: number, input: z.output<typeof AddressChanges>) {
  const { is_default, ...fields } = input
  if (is_default) {
    await getRow(tx, address, id, ownedBy(user_id))
    await clearDefault(tx, user_id)
  }
  const updated = await updateRow(tx, address, id, { ...fields, ...(is_default && { is_default }) }, ownedBy(user_id))
  requireCity(updated)
  return updated
}

/** The newest other address becomes the default. Throws `not_found`. */
export async function deleteAddress(tx: Database, user_id: number, id: number): Promise<void> {
  const deleted = await deleteRow(tx, address, id, ownedBy(user_id))
  if (!deleted.is_default) return
  const [next] = await tx
    .select({ id: address.id })
    .from(address)
    .where(and(eq(address.user_id, user_id), ne(address.id, id)))
    .orderBy(desc(address.id))
    .limit(1)
  if (next) await tx.update(address).set({ is_default: true }).where(eq(address.id, next.id))
}
