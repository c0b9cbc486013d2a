import type { Tier } from '@/db/enums'
import { fullestGroup } from './nth-pieces'
import {
  bestQuote,
  type Discount,
  type Freight,
  type Missing,
  type Promotion,
  type QuoteInput,
  type QuoteLine,
} from './quote'
import { isReached, linesFor, missingTo } from './terms'

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

const isOfAllShipping = ({ gives, scope, except_product_ids }: Promotion) =>
  gives === 'freight' && scope === 'all' && except_product_ids.length === 0

/** Only `promotion` has the added product in its scope, and offers of shipping for all goods. */
const scoped = (promotions: readonly Promotion[], promotion: Promotion): Promotion[] =>
  promotions.map((one) => {
    if (one === promotion) return { ...one, product_ids: [...one.product_ids, addedProduct] }
    return isOfAllShipping(one) ? one : { ...one, except_product_ids: [...one.except_product_ids, addedProduct] }
  })

/** In fen. `freight`: what is paid for it. */
function costsOf({ charged, discounts }: { charged: Freight | null; discounts: readonly Discount[] }) {
  const sum = (isOfFreight: boolean) =>
    discounts.reduce((all, { layer, amount }) => ((layer === 'freight') === isOfFreight ? all + amount : all), 0)
  const fee = charged?.amount ?? 0
  return { goods_off: sum(false), freight_off: sum(true), charged: fee, freight: fee - sum(true) }
}

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
    const withAdded = (missing: Missing, price: number) => {
      const other = coupon && scoped([coupon.promotion], promotion)[0]
      return {
        lines: [...input.lines, addedLine(promotion, missing, { ...first, price })],
        promotions: scoped(promotions, promotion),
        coupon: coupon && other ? { ...coupon, promotion: other } : null,
      }
    }
    /** Other promotions can have the same product in their scope. */
    const withMoreOfSame = ({ missing_pieces = 1 }: Missing, goods: typeof mine) => {
      const [line = first] = fullestGroup(goods, { per_product: true })
      return { lines: [...input.lines, { ...line, sku_id: 0, deal: null, count: missing_pieces }] }
    }
    /** In fen; null: the reduction by another promotion would end. */
    const gainOf = (missing: Missing, tier: Tier, goods: typeof mine, price = lowPrice): number | null => {
      const added = tier.per_product ? withMoreOfSame(missing, goods) : withAdded(missing, price)
      const after = bestQuote({ ...input, ...added })
      const has = ({ promotion_id }: { promotion_id: number }) =>
        after.discounts.some((one) => one.promotion_id === promotion_id)
      const [before, then] = [costsOf(now), costsOf(after)]
      // More goods can cost less to ship: an offer of shipping that takes less off then is no loss.
      const lost = Math.max(0, Math.min(before.freight_off - then.freight_off, then.freight - before.freight))
      const isKept = (one: (typeof now.discounts)[number]) =>
        has(one) || (one.layer === 'freight' && lost === 0 && then.charged < before.charged)
      if (!now.discounts.every(isKept)) return null
      const more = Math.max(0, then.freight_off - before.freight_off)
      return has({ promotion_id: promotion.id }) ? then.goods_off - before.goods_off + more - lost : 0
    }
    const hintOf = (tier: Tier, goods: typeof mine): Hint | null | undefined => {
      if (isReached(tier, goods)) return undefined
      const missing = missingTo(tier, goods)
      const hint = { promotion_id: promotion.id, label: promotion.label, ...missing }
      if (promotion.gives === 'freight' && !isShippingKnown) return { ...hint, off_amount: null }
      const gain = gainOf(missing, tier, goods)
      if (gain === null) return null
      if (gain <= 0) return undefined
      const isByGoods =
        tier.off_permille !== undefined && (tier.from_amount === undefined || promotion.gives === 'freight')
      const isByPrice =
        tier.from_amount === undefined && extremePrices.some((price) => gainOf(missing, tier, goods, price) !== gain)
      return { ...hint, off_amount: isByGoods || isByPrice ? null : gain }
    }
    const taken = new Set(
      now.discounts
        .filter(({ layer, promotion_id }) => layer === 'reduction' && promotion_id !== promotion.id)
        .flatMap(({ shares }) => shares.map(({ sku_id }) => sku_id)),
    )
    const free = mine.filter(({ sku_id }) => !taken.has(sku_id))
    for (const tier of promotion.tiers) {
      // Where other reductions keep their goods, the rest of them has to reach the tier.
      const ofAll = hintOf(tier, mine)
      const hint = ofAll === undefined && free.length < mine.length ? hintOf(tier, free) : ofAll
      // Where a tier would end another promotion, a hint of a higher one would name more than is missing.
      if (hint !== undefined) return hint ? [hint] : []
    }
    return []
  })
}
