import type { z } from 'zod'
import type { PromotionScope } from '@/db/enums'
import type { Category } from '@/lib/category/schema'

type Tree = z.output<typeof Category>[]

/** Returns the ids of a category and of those above it; empty: the tree does not have the category. */
export function pathTo(tree: Tree, id: number): number[] {
  for (const category of tree) {
    if (category.id === id) return [id]
    const below = pathTo(category.children, id)
    if (below.length > 0) return [category.id, ...below]
  }
  return []
}

interface Scoped {
  scope: PromotionScope
  category_ids: readonly number[]
  product_ids: readonly number[]
  except_product_ids: readonly number[]
}

/** Returns the promotions that apply to a product. `category_ids`: its category, with those above it. */
export const offersFor = <P extends Scoped>(
  promotions: readonly P[],
  product_id: number,
  category_ids: readonly number[],
): P[] =>
  promotions.filter((promotion) => {
    if (promotion.except_product_ids.includes(product_id)) return false
    if (promotion.scope === 'products') return promotion.product_ids.includes(product_id)
    return promotion.scope === 'all' || promotion.category_ids.some((id) => category_ids.includes(id))
  })
