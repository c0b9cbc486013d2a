import type { z } from 'zod'
import type { PromotionGain, PromotionScope } from '@/db/enums'
import type { Category } from '@/lib/category/schema'

type Tree = z.output<typeof Category>[]

/**
 * Returns the ids of a category and its ancestors, from the root down; empty: the tree does not contain the category.
 */
export function pathTo(tree: Tree, id: number): number[] {
  for (const category of tree) {
    if (category.id === id) return [id]
    const below = pathTo(category.children, id)
    if (below.length > 0) return [category.id, ...below]
  }
  return []
}

interface Offer {
  gives: PromotionGain
  scope: PromotionScope
  category_ids: readonly number[]
  product_ids: readonly number[]
  except_product_ids: readonly number[]
}

interface Goods {
  id: number
  skus: readonly { deal: { exclusive: boolean } | null }[]
}

/**
 * Returns the promotions that apply to a product. If all its SKUs have exclusive deals, only reductions of the shipping
 * fee apply. `category_ids`: the product's category and its ancestors.
 */
export function offersFor<P extends Offer>(
  promotions: readonly P[],
  { id, skus }: Goods,
  category_ids: readonly number[],
): P[] {
  const isClosed = skus.length > 0 && skus.every(({ deal }) => deal?.exclusive)
  return promotions.filter((promotion) => {
    if (isClosed && promotion.gives !== 'freight') return false
    if (promotion.except_product_ids.includes(id)) return false
    if (promotion.scope === 'products') return promotion.product_ids.includes(id)
    return promotion.scope === 'all' || promotion.category_ids.some((one) => category_ids.includes(one))
  })
}
