import type { Tier } from '@/db/enums'
import { bestQuote, type Freight, type Missing, type Promotion, type QuoteInput, type QuoteLine } from './quote'
import { linesFor, missingTo, pieces, timesReached, total } from './terms'

/** `off_amount`: in addition, in fen; null: depends on the goods that the customer adds. */
export type Hint = { promotion_id: number; label: string; off_amount: number | null } & Missing

/** A product in the scope of only one promotion. */
const addedProduct = 0

/** `price`: of pieces. Nothing but the promotion reduces the line. */
const addedLine = (
  { category_ids }: Promotion,
  { missing_amount, missing_pieces = 1 }: Missing,
  { weight_g, template_id, price }: Pick<QuoteLine, 'weight_g' | 'template_id' | 'price'>,
): QuoteLine => ({
  sku_id: 0,
  product_id: addedProduct,
  category_id: category_ids[0] ?? null,
  deal: null,
  weight_g,
  template_id,
  ...(missing_amount === undefined ? { price, count: missing_pieces } : { price: missing_amount, count: 1 }),
})

/** In fen. */
const extremePrices = [1, 1_000_000]

/** Only `promotion` has the added product in its scope. */
const scoped = (promotions: readonly Promotion[], promotion: Promotion): Promotion[] =>
  promotions.map((one) =>
    one === promotion
      ? { ...one, product_ids: [...one.product_ids, addedProduct] }
      : { ...one, except_product_ids: [...one.except_product_ids, addedProduct] },
  )

/** Without promotions that give no further reduction or would end another one. */
export function hintsOf<F extends Freight>(input: QuoteInput<F>): Hint[] {
  const { promotions, coupon } = input
  if (promotions.length === 0) return []
  const now = bestQuote(input)
  const isShippingKnown = now.charged !== null && now.charged.amount !== null
  return promotions.flatMap((promotion) => {
    const mine = linesFor(promotion, promotion.gives === 'freight' ? now.lines : now.offered)
    const [first] = mine
    if (!first) return []
    const lowPrice = Math.min(...mine.map(({ now, count }) => Math.ceil(now / count)))
    /** In fen; null: the reduction by another promotion would end. */
    const gainOf = (missing: Missing, price = lowPrice): number | null => {
      const other = coupon && scoped([coupon.promotion], promotion)[0]
      const after = bestQuote({
        ...input,
        lines: [...input.lines, addedLine(promotion, missing, { ...first, price })],
        promotions: scoped(promotions, promotion),
        coupon: coupon && other ? { ...coupon, promotion: other } : null,
      })
      const has = ({ promotion_id }: { promotion_id: number }) =>
        after.discounts.some((one) => one.promotion_id === promotion_id)
      if (!now.discounts.every(has)) return null
      return has({ promotion_id: promotion.id }) ? after.discount_amount - now.discount_amount : 0
    }
    const hintOf = (tier: Tier): Hint | null | undefined => {
      if (timesReached(tier, total(mine), pieces(mine)) > 0) return undefined
      const missing = missingTo(tier, mine)
      const hint = { promotion_id: promotion.id, label: promotion.label, ...missing }
      if (promotion.gives === 'freight' && !isShippingKnown) return { ...hint, off_amount: null }
      const gain = gainOf(missing)
      if (gain === null) return null
      if (gain <= 0) return undefined
      const isByGoods =
        tier.off_permille !== undefined && (tier.from_amount === undefined || promotion.gives === 'freight')
      const isByPrice = tier.from_amount === undefined && extremePrices.some((price) => gainOf(missing, price) !== gain)
      return { ...hint, off_amount: isByGoods || isByPrice ? null : gain }
    }
    for (const tier of promotion.tiers) {
      const hint = hintOf(tier)
      // Where a tier would end another promotion, a hint of a higher one would name more than is missing.
      if (hint !== undefined) return hint ? [hint] : []
    }
    return []
  })
}
