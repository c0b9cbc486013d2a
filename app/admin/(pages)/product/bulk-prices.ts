import { changedPrice, type PriceChange } from '@/lib/product/changed-price'
import { type Doubt, doubtsOf } from '@/lib/product/price-doubts'
import { type Answer, send } from '@/lib/server/client'

export type SkuPrices = Answer<'GET /cms/product/prices'>[number]

/** Products in one request. */
const atOnce = 100

/** By the id of the product. */
export async function readPrices(product_ids: readonly number[]): Promise<Map<number, SkuPrices[]>> {
  const prices = new Map<number, SkuPrices[]>(product_ids.map((id) => [id, []]))
  for (let from = 0; from < product_ids.length; from += atOnce) {
    const ids = product_ids.slice(from, from + atOnce).join()
    for (const sku of await send('GET /cms/product/prices', { query: { ids } })) prices.get(sku.product_id)?.push(sku)
  }
  return prices
}

/** From `AskPrice`, such as `percent 10` or `amount -500`. */
export function priceChangeIn(entered: string): PriceChange {
  const [kind, number] = entered.split(' ')
  return kind === 'percent' ? { percent: Number(number) } : { amount: Number(number) }
}

/** SKUs whose new prices are probably mistakes, by the kind of doubt. */
export function countDoubts(skus: readonly SkuPrices[], change: PriceChange): Map<Doubt['kind'], number> {
  const counts = new Map<Doubt['kind'], number>()
  for (const sku of skus)
    for (const { kind } of doubtsOf({ ...sku, price: changedPrice(sku.price, change) }, sku))
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
