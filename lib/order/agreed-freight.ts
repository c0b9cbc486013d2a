import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { freight_template } from '@/db/schema/freight'
import { order_item } from '@/db/schema/order'
import { product, sku } from '@/db/schema/product'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { yuanOf } from '@/lib/kit/money'
import type { Place } from '@/lib/kit/regions'
import { destinationOf, freightOf } from './freight'

/** Returns the lines of an order with the current shipping templates of their products. */
async function linesWithTemplates(tx: Database, order_id: number) {
  return tx
    .select({
      sku_id: order_item.sku_id,
      name: order_item.name,
      count: order_item.count,
      amount: order_item.paid_amount,
      weight_g: sku.weight_g,
      template: freight_template,
    })
    .from(order_item)
    .innerJoin(sku, eq(sku.id, order_item.sku_id))
    .innerJoin(product, eq(product.id, order_item.product_id))
    .innerJoin(
      freight_template,
      sql`${freight_template.id} = coalesce(${product.freight_template_id}, (select id from freight_template where is_default))`,
    )
    .where(eq(order_item.order_id, order_id))
    .orderBy(order_item.id)
}

interface Addresses {
  from: Place
  to: Place
  settings: Settings
}

/**
 * Returns the freight of an order to its present and to another address, by the current templates and with the names of
 * the lines that are not delivered there. `freight_amount` null: not all lines are delivered.
 */
export async function freightToOther(db: Database, order_id: number, { from, to, settings }: Addresses) {
  const lines = await linesWithTemplates(db, order_id)
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
 * Checks that an unpaid order with a fixed shipping fee can change its address. Otherwise a customer could pay the fee
 * of a near region for a delivery to a far region. Throws `not_deliverable` naming the lines, or `invalid_request`
 * naming `address_id` where the fee to the new address differs.
 */
export async function requireSameFreight(tx: Database, order_id: number, addresses: Addresses): Promise<void> {
  if (isDeepStrictEqual(destinationOf(addresses.from), destinationOf(addresses.to))) return
  const { freight_amount, present_freight_amount, undeliverable } = await freightToOther(tx, order_id, addresses)
  if (undeliverable.length > 0)
    throw problem('not_deliverable', {
      detail: `${undeliverable.length} lines are not delivered to this address.`,
      members: { items: undeliverable },
    })
  if (freight_amount !== present_freight_amount) {
    const fees = [freight_amount, present_freight_amount].map((fee) => (fee === null ? '–' : yuanOf(fee)))
    const why = `Shipping to this address costs ${fees.join(', not ')}. Cancel the order, and place it again.`
    throw invalid('body', 'address_id', 'not_allowed', why)
  }
}
