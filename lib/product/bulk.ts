import type { z } from 'zod'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { changedPrice, type PriceChange } from './changed-price'
import type { ProductBulk } from './cms-schema'
import { changeProduct, restoreProduct } from './commands'
import { maxPrice } from './input-schema'
import { lockOffer } from './lock'

type Action = z.output<typeof ProductBulk>

/** In fen. Throws `invalid_request` with `out_of_range` above `maxPrice`. */
function possiblePrice(price: number, change: PriceChange): number {
  const changed = changedPrice(price, change)
  if (changed > maxPrice) {
    const field = change.percent ? 'percent' : 'amount'
    throw invalid('body', field, 'out_of_range', 'A price would be too high.', { maximum: maxPrice })
  }
  return changed
}

/** For the audit log. Throws the problems of `changeProduct` or `restoreProduct`. */
export async function actOn(
  db: Database,
  id: number,
  action: Action,
  author: { user_id: number; settings: Settings },
): Promise<{ before: object; after: object }> {
  if (action.action === 'restore') return restoreProduct(db, id, author.user_id)
  const { before, audited } = await changeProduct(db, id, await changeOf(db, id, action), author)
  return { before, after: audited }
}

async function changeOf(db: Database, id: number, action: Exclude<Action, { action: 'restore' }>) {
  switch (action.action) {
    case 'on_sale':
    case 'off_sale':
      return { status: action.action }
    case 'category':
      return { category_id: action.category_id }
    case 'low_stock':
      return { low_stock: action.low_stock }
    case 'freight_template':
      return { freight_template_id: action.freight_template_id }
    case 'deliveries':
      return { deliveries: action.deliveries }
    case 'weight': {
      const skus = await lockOffer(db, id)
      const kept = (given: number | null) => (action.only_missing ? given : null)
      return { skus: skus.map((one) => ({ id: one.id, weight_g: kept(one.weight_g) ?? action.weight_g })) }
    }
    case 'price': {
      const skus = await lockOffer(db, id)
      return { skus: skus.map((one) => ({ id: one.id, price: possiblePrice(one.price, action) })) }
    }
  }
}
