import type { Receiver } from '@/db/schema/order'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import type { Wanted } from './place'
import { type GivenAmounts, type OrderInputs, readForPreviewStatement } from './place-data'
import { calculateOrder, undeliverableLines } from './price'
import { noAddress, storeOf } from './receiver'

export interface StaffTerms {
  actor: Staff
  /** The time to pay. */
  minutes: number
  /** For this order only; undefined: an address of the customer. */
  receiver: Receiver | undefined
  /** undefined: the order costs what it would cost the customer. */
  given: GivenAmounts | undefined
}

/** Without the limits of accounts that have no mini-program identity: staff vouch for the customer. */
export const forStaff = <Found extends OrderInputs>(
  found: Found,
  { receiver, given }: Pick<StaffTerms, 'receiver' | 'given'>,
): Found => ({
  ...found,
  ...(given && { given }),
  verified: true,
  unverified: null,
  address: receiver ? { id: 0, receiver } : found.address,
})

/** In fen. With the coupon, if it applies to the regular prices, too. */
export function regularTotal(
  found: OrderInputs,
  { requested, input, settings }: Pick<Wanted, 'requested' | 'input' | 'settings'>,
) {
  const regular = { ...found, given: undefined }
  const wanted = { ...input, coupon_id: undefined, expected_amount: undefined }
  const without = calculateOrder(regular, requested, wanted, settings)
  const coupon = without.coupons.find(({ id }) => id === input.coupon_id)
  return without.amounts.total_amount - (coupon?.usable ? coupon.off_amount : 0)
}

/** Takes no locks. Throws `invalid_request`, `coupon_unusable` or `limit_reached`. */
export async function quoteForStaff(
  db: Database,
  wanted: Omit<Wanted, 'ip' | 'staff'> & Pick<StaffTerms, 'receiver' | 'given'>,
) {
  const { user_id, requested, input, settings } = wanted
  const { address_id, store_id, coupon_id } = input
  const [found] = await readForPreviewStatement(db, {
    user_id,
    sku_ids: [...requested.keys()],
    placed_from: null,
    address_id: address_id ?? null,
    store_id: store_id ?? null,
    coupon_id: coupon_id ?? null,
  })
  if (!found) throw new Error('read_for_preview returned no row')
  if (address_id !== undefined && !found.address) throw noAddress(address_id)
  if (store_id !== undefined) storeOf(found)
  // Without an address, the statement returns the default one.
  const address = address_id === undefined ? null : found.address
  const inputs = forStaff({ ...found, address }, wanted)
  const order = calculateOrder(inputs, requested, input, settings)
  return {
    ...order,
    regular_amount: regularTotal(inputs, wanted),
    undeliverable: undeliverableLines(order),
  }
}
