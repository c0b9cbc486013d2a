import { isDeepStrictEqual } from 'node:util'
import type { order } from '@/db/schema/order'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { yuanOf } from '@/lib/kit/money'
import type { Place } from '@/lib/kit/regions'
import { linesOf } from '@/lib/order/lines'
import { destinationOf, freightOf } from '@/lib/pricing/freight'
import { goodsOf, shippingPaidTo } from './repricing'

interface Addresses {
  from: Place
  to: Place
  settings: Settings
}

/** By the current templates. `freight_amount` null: not all lines are delivered there. */
export async function freightToOther(db: Database, order_id: number, { from, to, settings }: Addresses) {
  const goods = await goodsOf(db, order_id)
  const lines = (await linesOf(db, order_id)).flatMap((line) => {
    const known = goods.get(line.sku_id)
    return known ? [{ ...line, amount: line.paid_amount, weight_g: known.weight_g, template: known.template }] : []
  })
  const freightTo = (place: Place) => freightOf(lines, destinationOf(place), settings['freight.combine'])
  const { amount, undeliverable } = freightTo(to)
  const nameOf = (sku_id: number) => lines.find((line) => line.sku_id === sku_id)?.name ?? ''
  return {
    freight_amount: amount,
    present_freight_amount: freightTo(from).amount,
    undeliverable: undeliverable.map(({ sku_id, reason }) => ({ sku_id, name: nameOf(sku_id), reason })),
  }
}

/**
 * Otherwise a customer could pay the fee of a near region for a delivery to a far region. Throws `not_deliverable`, or
 * `invalid_request` naming `address_id` for another fee.
 */
export async function requireSameFreight(
  tx: Database,
  locked: typeof order.$inferSelect,
  { to, settings }: Omit<Addresses, 'from'>,
): Promise<void> {
  const from = locked.receiver
  if (isDeepStrictEqual(destinationOf(from), destinationOf(to))) return
  const { undeliverable } = await freightToOther(tx, locked.id, { from, to, settings })
  if (undeliverable.length > 0)
    throw problem('not_deliverable', {
      detail: `${undeliverable.length} lines are not delivered to this address.`,
      members: { items: undeliverable },
    })
  const lines = await linesOf(tx, locked.id)
  const paidTo = (place: Place) => shippingPaidTo(tx, { order: locked, lines, settings, place })
  const [there, here] = [await paidTo(to), await paidTo(from)]
  if (there !== here) {
    const why = `Shipping to this address costs ${yuanOf(there)}, not ${yuanOf(here)}. Cancel the order, and place it again.`
    throw invalid('body', 'address_id', 'not_allowed', why)
  }
}
