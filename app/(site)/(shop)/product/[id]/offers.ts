import type { z } from 'zod'
import type { PromotionScope } from '@/db/enums'
import type { Category } from '@/lib/category/schema'

type Tree = z.output<typeof Category>[]

/** From the root down; empty: not in the tree. */
export function pathTo(tree: Tree, id: number): number[] {
  for (const category of tree) {
    if (category.id === id) return [id]
    const below = pathTo(category.children, id)
    if (below.length > 0) return [category.id, ...below]
  }
  return []
}

interface Offer {
  scope: PromotionScope
  category_ids: readonly number[]
  product_ids: readonly number[]
  except_product_ids: readonly number[]
}

interface Goods {
  id: number
  skus: readonly { deal: { exclusive: boolean } | null }[]
}

/** None while all SKUs have exclusive deals, see `linesFor`. `category_ids`: with ancestors. */
export function offersFor<P extends Offer>(
  promotions: readonly P[],
  { id, skus }: Goods,
  category_ids: readonly number[],
): P[] {
  if (skus.length > 0 && skus.every(({ deal }) => deal?.exclusive)) return []
  return promotions.filter((promotion) => {
    if (promotion.except_product_ids.includes(id)) return false
    if (promotion.scope === 'products') return promotion.product_ids.includes(id)
    return promotion.scope === 'all' || promotion.category_ids.some((one) => category_ids.includes(one))
  })
}
