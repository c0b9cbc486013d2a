import type { PromotionGain, PromotionScope } from '@/db/enums'
import type { Tier } from '@/db/schema/promotion'
import { spread } from './shares'

/*
 * The money of an order: deals, reductions, one coupon, and freight, in this order. Placing, its preview and the cart
 * use the same function, so that a customer pays the amount that was shown. The function is pure: all data are
 * arguments, and callers pass only promotions that run and are meant for this customer. All amounts are integers in
 * fen.
 */

export interface Promotion {
  id: number
  /** The text that customers see, such as `满200减30`. */
  label: string
  /** The kind of benefit. `freight` reduces the freight by `off_amount`, or to 0 with an `off_permille` of 1000. */
  gives: PromotionGain
  /** Whether this promotion is never combined with another promotion on the same line. */
  exclusive: boolean
  /**
   * The rank of a reduction. If several reductions apply to a line, only the reduction with the highest priority is
   * used.
   */
  priority: number
  scope: PromotionScope
  /** The ids of the promotion's categories and of all their descendants. */
  category_ids: readonly number[]
  product_ids: readonly number[]
  except_product_ids: readonly number[]
  /** The tiers, ascending by threshold. At its own threshold, a tier gives at least as much as the next lower tier. */
  tiers: readonly Tier[]
  /** Whether the reduction of the only tier is multiplied by the number of times that the threshold is reached. */
  repeats: boolean
}

/** A coupon whose state and period allow its use. */
export interface Coupon {
  id: number
  promotion: Promotion
}

/** The special price of a SKU for a limited time, in fen. */
export interface Deal {
  promotion_id: number
  label: string
  price: number
  /** The pieces that are left at this price; null: any number. */
  left: number | null
  /** The pieces that one customer may buy at this price; null: any number. */
  limit: number | null
  /** The pieces that this customer has bought at this price. */
  bought: number
  exclusive: boolean
}

export interface QuoteLine {
  sku_id: number
  product_id: number
  category_id: number | null
  price: number
  count: number
  /** The weight of one piece in grams; null: unknown. */
  weight_g: number | null
  template_id: number
  deal: Deal | null
}

/**
 * The input for the freight of a line. `amount` is the cost of the line after deals, reductions and the coupon, in fen.
 */
interface FreightLine extends Pick<QuoteLine, 'sku_id' | 'count' | 'weight_g' | 'template_id'> {
  amount: number
}

/** The freight of lines. `amount` is in fen; null: the freight is not known yet, and counts as 0. */
interface Freight {
  amount: number | null
}

type Layer = 'deal' | 'reduction' | 'coupon' | 'freight'

/** The reduction of an order by one promotion. A reduction of the freight has no shares. */
export interface Discount {
  layer: Layer
  promotion_id: number
  coupon_id: number | null
  label: string
  amount: number
  /** The share of each line; lines with a share of 0 are left out. */
  shares: { sku_id: number; pieces: number; amount: number }[]
}

/** The amount in fen or the number of pieces that is missing to a threshold. Exactly one of the two fields is set. */
interface Missing {
  missing_amount?: number
  missing_pieces?: number
}

/** The reason why a coupon does not apply to an order. */
export type CouponRefusal = { reason: 'scope' | 'exclusive' | 'no_gain' } | ({ reason: 'below' } & Missing)

/**
 * The next tier of a promotion that goods of the cart can reach. `off_amount` is null if the reduction depends on the
 * goods that the customer adds.
 */
export type Hint = { promotion_id: number; label: string; off_amount: number | null } & Missing

interface QuoteInput<F extends Freight> {
  lines: readonly QuoteLine[]
  /** The automatic promotions that run and are meant for this customer. */
  promotions: readonly Promotion[]
  coupon: Coupon | null
  /** Computes the freight of the lines. Not called if there are no lines. */
  freight: (lines: readonly FreightLine[]) => F
}

/** A line while the promotions are applied, layer by layer: deals, reductions, the coupon. */
interface Open extends QuoteLine {
  /** The cost of the line after the layers so far, in fen. */
  now: number
  /** Whether a promotion has reduced the line. */
  touched: boolean
  /** Whether an exclusive promotion was applied to the line, so that no further promotion applies. */
  closed: boolean
}

/**
 * Computes the amounts of an order in fen. Returns `lines` with the amounts of each line; `discounts` with the
 * reduction by each promotion; `freight`, the result of the function `freight` (null: no lines); `refused_deals`, the
 * lines at the regular price although a deal exists; and `hints`, the next tiers of promotions.
 */
export function quote<F extends Freight>({ lines, promotions, coupon, freight }: QuoteInput<F>) {
  const open: Open[] = lines.map((line) => ({ ...line, now: line.price * line.count, touched: false, closed: false }))
  const items_amount = total(open)
  const { deals, refused_deals } = applyDeals(open)
  const offered = open.map((line) => ({ ...line }))
  const reductions = applyReductions(
    open,
    promotions.filter(({ gives }) => gives === 'reduction'),
  )
  const hints = hintsOf(offered, promotions, reductions)
  const used = coupon?.promotion.gives === 'reduction' ? applyCoupon(open, coupon) : null
  const shipped = open.map(({ sku_id, count, weight_g, template_id, now }) => ({
    ...{ sku_id, count, weight_g, template_id },
    amount: now,
  }))
  const charged = shipped.length === 0 ? null : freight(shipped)
  const full = charged?.amount ?? 0
  const shipping = applyToFreight(open, full, { promotions, coupon })
  const refusal = used?.refusal ?? shipping.refusal
  const discounts = [...deals, ...reductions, ...(used?.discounts ?? []), ...shipping.discounts]
  const discount_amount = discounts.reduce((sum, { amount }) => sum + amount, 0)
  return {
    lines: open.map(({ sku_id, price, count, now }) => ({
      sku_id,
      amount: price * count,
      discount_amount: price * count - now,
      paid_amount: now,
    })),
    items_amount,
    freight_amount: full,
    freight: charged,
    discount_amount,
    total_amount: items_amount + full - discount_amount,
    discounts,
    refused_deals,
    hints,
    /** The reason why the coupon does not apply; null: the coupon applies, or no coupon was given. */
    coupon_refusal: refusal,
  }
}

const total = (lines: readonly Open[]) => lines.reduce((sum, { now }) => sum + now, 0)

const pieces = (lines: readonly Open[]) => lines.reduce((sum, { count }) => sum + count, 0)

/**
 * Returns the largest possible reduction of a line in fen. Each piece keeps a price of 1 fen, because the provider
 * accepts no payment of 0.
 */
const reducible = ({ now, count }: Open) => Math.max(0, now - count)

/** Applies the prices of deals. A deal applies to a whole line or not at all, because a line has one price. */
function applyDeals(lines: Open[]) {
  const deals = new Map<number, Discount>()
  const refused_deals: { sku_id: number; reason: 'sold_out' | 'limit' }[] = []
  for (const line of lines) {
    const { deal, sku_id, price, count } = line
    const amount = deal ? (price - deal.price) * count : 0
    if (!deal || amount <= 0) continue
    if (deal.left !== null && deal.left < count) refused_deals.push({ sku_id, reason: 'sold_out' })
    else if (deal.limit !== null && deal.bought + count > deal.limit) refused_deals.push({ sku_id, reason: 'limit' })
    else {
      const { promotion_id, label } = deal
      const found = deals.get(promotion_id) ?? { ...discountOf('deal', { id: promotion_id, label }), amount: 0 }
      deals.set(promotion_id, {
        ...found,
        amount: found.amount + amount,
        shares: [...found.shares, { sku_id, pieces: count, amount }],
      })
      line.now -= amount
      line.touched = true
      line.closed = deal.exclusive
    }
  }
  return { deals: [...deals.values()], refused_deals }
}

const discountOf = (layer: Layer, { id, label }: Pick<Promotion, 'id' | 'label'>, coupon_id: number | null = null) => ({
  layer,
  promotion_id: id,
  coupon_id,
  label,
  shares: [] as Discount['shares'],
})

const isInScope = (
  { scope, category_ids, product_ids, except_product_ids }: Promotion,
  { product_id, category_id }: QuoteLine,
) =>
  !except_product_ids.includes(product_id) &&
  (scope === 'all' ||
    (scope === 'products'
      ? product_ids.includes(product_id)
      : category_id !== null && category_ids.includes(category_id)))

/** Returns the lines to which a promotion may still apply. */
const linesFor = (promotion: Promotion, lines: readonly Open[]) =>
  lines.filter((line) => isInScope(promotion, line) && !line.closed && !(promotion.exclusive && line.touched))

/** Returns the number of times that an amount or a count of pieces reaches the threshold of a tier. */
const timesReached = ({ from_amount, from_pieces }: Tier, amount: number, count: number) =>
  from_amount === undefined ? Math.floor(count / (from_pieces ?? 1)) : Math.floor(amount / from_amount)

/**
 * Returns the reduction of the amount `of` by the highest tier that is reached: at most `of`; 0: no tier is reached.
 */
function tierValueOf({ tiers, repeats }: Promotion, reached: { amount: number; count: number }, of: number): number {
  const tier = tiers.findLast((one) => timesReached(one, reached.amount, reached.count) > 0)
  if (!tier) return 0
  const times = repeats ? timesReached(tier, reached.amount, reached.count) : 1
  const off =
    tier.off_amount === undefined
      ? Number((BigInt(of) * BigInt(tier.off_permille ?? 0)) / 1_000n)
      : tier.off_amount * times
  return Math.min(off, tier.at_most ?? off, of)
}

/** Returns the reduction in fen that a promotion gives on these lines. */
const reductionOf = (promotion: Promotion, lines: readonly Open[]) =>
  Math.min(
    tierValueOf(promotion, { amount: total(lines), count: pieces(lines) }, total(lines)),
    lines.reduce((sum, line) => sum + reducible(line), 0),
  )

/** Reduces lines by an amount, in proportion to the largest reduction of each line. Returns the shares. */
function allocate(amount: number, lines: readonly Open[], isExclusive: boolean): Discount['shares'] {
  const shares = spread(amount, lines.map(reducible))
  return lines.flatMap((line, at) => {
    const share = shares[at] ?? 0
    line.now -= share
    line.touched = true
    line.closed ||= isExclusive
    return share > 0 ? [{ sku_id: line.sku_id, pieces: line.count, amount: share }] : []
  })
}

/**
 * Applies the reductions one after the other: first the highest priority, then the largest amount, then the oldest
 * promotion. A line has at most one reduction.
 */
function applyReductions(lines: Open[], promotions: readonly Promotion[]): Discount[] {
  const reduced = new Set<Open>()
  const discounts: Discount[] = []
  for (;;) {
    const candidates = promotions
      .map((promotion) => {
        const mine = linesFor(promotion, lines).filter((line) => !reduced.has(line))
        return { promotion, mine, amount: reductionOf(promotion, mine) }
      })
      .filter(({ amount }) => amount > 0)
    const [best] = candidates.toSorted(
      (a, b) => b.promotion.priority - a.promotion.priority || b.amount - a.amount || a.promotion.id - b.promotion.id,
    )
    if (!best) return discounts
    const { promotion, mine, amount } = best
    const shares = allocate(amount, mine, promotion.exclusive)
    for (const line of mine) reduced.add(line)
    discounts.push({ ...discountOf('reduction', promotion), amount, shares })
  }
}

/** Returns the amount or the number of pieces that these lines lack to reach a tier. */
function missingTo({ from_amount, from_pieces = 1 }: Tier, lines: readonly Open[]): Missing {
  return from_amount === undefined
    ? { missing_pieces: from_pieces - pieces(lines) }
    : { missing_amount: from_amount - total(lines) }
}

/** Returns the reason why the promotion of a coupon takes nothing off these lines. */
function refusalOf(promotion: Promotion, lines: readonly Open[]): CouponRefusal {
  if (!lines.some((line) => isInScope(promotion, line))) return { reason: 'scope' }
  const mine = linesFor(promotion, lines)
  if (mine.length === 0) return { reason: 'exclusive' }
  const [lowest] = promotion.tiers
  if (lowest && timesReached(lowest, total(mine), pieces(mine)) === 0)
    return { reason: 'below', ...missingTo(lowest, mine) }
  return { reason: 'no_gain' }
}

/**
 * Applies a coupon. Returns the discount, or the reason why the coupon does not apply. The threshold of the coupon is
 * compared with the cost of the lines after deals and reductions.
 */
function applyCoupon(lines: Open[], { id, promotion }: Coupon) {
  const mine = linesFor(promotion, lines)
  const amount = reductionOf(promotion, mine)
  if (amount === 0) return { discounts: [], refusal: refusalOf(promotion, lines) }
  const shares = allocate(amount, mine, promotion.exclusive)
  return { discounts: [{ ...discountOf('coupon', promotion, id), amount, shares }], refusal: null }
}

/**
 * Applies one promotion to the freight: the automatic promotion with the largest reduction, or the coupon if its
 * reduction is larger. If the coupon's reduction is not larger, the coupon is refused, so that it is not used up
 * without an effect.
 */
function applyToFreight(
  lines: readonly Open[],
  freight: number,
  { promotions, coupon }: Pick<QuoteInput<Freight>, 'promotions' | 'coupon'>,
): { discounts: Discount[]; refusal: CouponRefusal | null } {
  const valueFor = (promotion: Promotion) => {
    const mine = linesFor(promotion, lines)
    return mine.length === 0 ? 0 : tierValueOf(promotion, { amount: total(mine), count: pieces(mine) }, freight)
  }
  const [best] = promotions
    .filter(({ gives }) => gives === 'freight')
    .map((promotion) => ({ promotion, amount: valueFor(promotion) }))
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount || a.promotion.id - b.promotion.id)
  const automatic = best ? [{ ...discountOf('freight', best.promotion), amount: best.amount }] : []
  if (coupon?.promotion.gives !== 'freight') return { discounts: automatic, refusal: null }
  const amount = valueFor(coupon.promotion)
  if (amount > (best?.amount ?? 0))
    return { discounts: [{ ...discountOf('freight', coupon.promotion, coupon.id), amount }], refusal: null }
  return { discounts: automatic, refusal: amount > 0 ? { reason: 'no_gain' } : refusalOf(coupon.promotion, lines) }
}

/**
 * Returns the next tier of each promotion for goods in the cart. Leaves out a tier that reduces the lines of its
 * promotion by no more than the current reductions.
 */
function hintsOf(lines: readonly Open[], promotions: readonly Promotion[], reductions: readonly Discount[]): Hint[] {
  return promotions.flatMap((promotion) => {
    const mine = linesFor(promotion, lines)
    const next = promotion.tiers.find((tier) => timesReached(tier, total(mine), pieces(mine)) === 0)
    if (mine.length === 0 || !next) return []
    const { from_amount, off_amount, off_permille = 0, at_most = Number.MAX_SAFE_INTEGER } = next
    const byRate =
      from_amount === undefined || promotion.gives === 'freight' ? null : (from_amount * off_permille) / 1_000
    const off = off_amount ?? (byRate === null ? null : Math.min(Math.floor(byRate), at_most))
    const skus = new Set(mine.map(({ sku_id }) => sku_id))
    const given = reductions
      .flatMap(({ shares }) => shares)
      .reduce((sum, { sku_id, amount }) => (skus.has(sku_id) ? sum + amount : sum), 0)
    if (promotion.gives === 'reduction' && off !== null && off <= given) return []
    return [{ promotion_id: promotion.id, label: promotion.label, off_amount: off, ...missingTo(next, mine) }]
  })
}
