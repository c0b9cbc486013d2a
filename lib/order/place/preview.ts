import type { z } from 'zod'
import { closingNow } from '@/lib/kit/config/closing'
import type { Database } from '@/lib/kit/database'
import { scopesOf } from '@/lib/pricing/scope'
import { networkOf, type Wanted } from './place'
import { readForPreviewStatement } from './place-data'
import { calculatePreview, shownDiscount, undeliverableLines } from './price'
import { receiverOf, storeOf } from './receiver'
import type { PreviewInput } from './schema'

type Preview = z.output<typeof PreviewInput>

/**
 * Takes no locks. `shortages` do not count in the sums. `freight_amount` null, and not in the total: unknown address,
 * or lines that are not delivered. Throws `invalid_request`, `limit_reached`, `coupon_unusable` or `price_changed`.
 */
export async function previewOrder(
  db: Database,
  { user_id, requested, input, settings, ip }: Omit<Wanted, 'input'> & { input: Preview },
) {
  const [found] = await readForPreviewStatement(db, {
    user_id,
    sku_ids: [...requested.keys()],
    placed_from: networkOf(ip),
    address_id: input.address_id ?? null,
    store_id: input.store_id ?? null,
    coupon_id: input.coupon_id ?? null,
  })
  if (!found) throw new Error('read_for_preview returned no row')
  const isKnown = input.store_id === undefined ? found.address !== null : input.contact !== undefined
  const receiver = isKnown || input.address_id !== undefined ? receiverOf(found, input) : null
  if (input.store_id !== undefined) storeOf(found)
  const order = calculatePreview(found, requested, input, settings)
  const { lines, shortages, amounts, freight, discounts, coupons, refused_deals } = order
  const scopes = await scopesOf(
    db,
    order.hints.map(({ promotion_id }) => promotion_id),
  )
  return {
    items: lines,
    ...amounts,
    freight_amount: freight.amount,
    freight: freight.groups,
    is_estimate: freight.amount === null,
    undeliverable: undeliverableLines(order),
    discounts: discounts.map(shownDiscount),
    hints: order.hints.map((hint) => ({ ...hint, scope_names: [], scope_count: 0, ...scopes.get(hint.promotion_id) })),
    coupons,
    refused_deals,
    shortages,
    deliveries: order.deliveries.filter((way) => way === 'express' || found.has_store),
    store_id: found.store?.id ?? null,
    address_id: found.store ? null : (found.address?.id ?? null),
    receiver,
    closed: closingNow(settings['shop.closed'], Date.now()),
  }
}
