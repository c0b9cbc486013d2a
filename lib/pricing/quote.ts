import type { PromotionGain, PromotionScope, Tier } from '@/db/enums'
import { bestCombination, type Combination } from './combinations'
import { type DealRefusal, dealTerms } from './deal-terms'
import { piecesOf } from './nth-pieces'
import {
  addPart,
  allocate,
  copyOf,
  discountOf,
  isInScope,
  isReached,
  joined,
  linesFor,
  missingTo,
  type Open,
  opened,
  reductionOf,
  takenBy,
  tierValueOf,
  total,
} from './terms'

/*
 * Placing, preview and cart use the same pure function, so that a customer pays the shown amount: deals, reductions,
 * one coupon, freight, with the lowest total. Callers pass only running promotions for this customer. Amounts in fen.
 */

export interface Promotion {
  id: number
  /** Shown to customers, such as `满200减30`. */
  label: string
  /** `freight` reduces what the goods cost to ship by `off_amount`, or to 0 with an `off_permille` of 1000. */
  gives: PromotionGain
  /** Never with another promotion on the same line. */
  exclusive: boolean
  /** Among combinations with the same total, the highest is used. */
  priority: number
  scope: PromotionScope
  /** With all descendants. */
  category_ids: readonly number[]
  product_ids: readonly number[]
  except_product_ids: readonly number[]
  /** Ascending by threshold, where each gives at least as much as the next lower tier. */
  tiers: readonly Tier[]
  /** Multiplies the reduction by the number of times that the threshold is reached. Only with one tier. */
  repeats: boolean
}

/** State and period allow its use. */
export interface Coupon {
  id: number
  promotion: Promotion
}

/** In fen. */
export interface Deal {
  promotion_id: number
  label: string
  price: number
  /** null: any number. */
  left: number | null
  /** Per customer; null: any number. */
  limit: number | null
  /** By this customer. */
  bought: number
  exclusive: boolean
}

export interface QuoteLine {
  sku_id: number
  product_id: number
  category_id: number | null
  price: number
  count: number
  /** Of one piece; null: unknown. */
  weight_g: number | null
  template_id: number
  deal: Deal | null
}

/** `amount`: in fen, after deals, reductions and the coupon. */
interface FreightLine extends Pick<QuoteLine, 'sku_id' | 'count' | 'weight_g' | 'template_id'> {
  amount: number
}

/** In fen; null: not known yet, counts as 0. */
export interface Freight {
  amount: number | null
}

type Layer = 'deal' | 'reduction' | 'coupon' | 'freight'

/** A reduction of the freight has no shares. */
export interface Discount {
  layer: Layer
  promotion_id: number
  coupon_id: number | null
  label: string
  amount: number
  /** Without lines with a share of 0. */
  shares: { sku_id: number; pieces: number; amount: number }[]
}

/** To a threshold, in fen or pieces. Exactly one is set. */
export interface Missing {
  missing_amount?: number
  missing_pieces?: number
}

export type CouponRefusal = { reason: 'scope' | 'exclusive' | 'no_gain' } | ({ reason: 'below' } & Missing)

export interface QuoteInput<F extends Freight> {
  lines: readonly QuoteLine[]
  /** Those that run and are meant for this customer. */
  promotions: readonly Promotion[]
  coupon: Coupon | null
  /** A higher amount of a line never makes it higher. Not called without lines. */
  freight: (lines: readonly FreightLine[]) => F
}

interface Settled<F extends Freight> extends Combination {
  charged: F | null
  total_amount: number
  coupon_refusal: CouponRefusal | null
}

export function bestQuote<F extends Freight>(input: QuoteInput<F>) {
  const { promotions, coupon } = input
  const { lines, deals, refused_deals } = partsOf(input.lines)
  const best = bestCombination(lines, {
    deals,
    reductions: promotions.filter(({ gives }) => gives === 'reduction'),
    coupon: coupon?.promotion.gives === 'reduction' ? coupon.promotion : null,
    settle: (combination) => settle(combination, input),
    leastFreight: () => leastFreight(lines, input),
  })
  const dealt = new Set(
    best.discounts.flatMap(({ layer, shares }) => (layer === 'deal' ? shares : []).map((share) => share.sku_id)),
  )
  return {
    ...best,
    // Where other reductions give more, the deal of a line does not apply, and nothing is to be explained.
    refused_deals: refused_deals.filter(({ sku_id, isWhole }) => isWhole || dealt.has(sku_id)),
    items_amount: total(lines),
    discount_amount: best.discounts.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/**
 * In fen, with the lowest total. `freight` null: no lines. `refused_deals`: pieces at the regular price although a deal
 * exists. `coupon_refusal` null: applies, or no coupon.
 */
export function quote<F extends Freight>(input: QuoteInput<F>) {
  const { lines, offered: _, charged, discounts, refused_deals, ...rest } = bestQuote(input)
  const dealt = discounts.flatMap(({ layer, shares }) => (layer === 'deal' ? shares : []))
  return {
    ...rest,
    refused_deals: refused_deals.map(({ isWhole: _, ...refused }) => refused),
    discounts: discounts.map((discount) => ({ ...discount, shares: joined(discount.shares, addShare) })),
    lines: joined(lines, addPart).map(({ sku_id, price, count, now }) => ({
      sku_id,
      deal_pieces: dealt.find((share) => share.sku_id === sku_id)?.pieces ?? 0,
      amount: price * count,
      discount_amount: price * count - now,
      paid_amount: now,
    })),
    freight_amount: charged?.amount ?? 0,
    freight: charged,
  }
}

/** Pieces beyond those of a deal are a line of their own as long as it applies, because they have another price. */
function partsOf(given: readonly QuoteLine[]) {
  const lines: Open[] = []
  const deals: { line: Open; deal: Deal; amount: number }[] = []
  const refused_deals: { sku_id: number; reason: DealRefusal; pieces: number; isWhole: boolean }[] = []
  for (const each of given) {
    const { deal, sku_id, price, count } = each
    if (!deal || deal.price >= price) {
      lines.push(opened(each))
      continue
    }
    const { pieces, refusal } = dealTerms(deal, count)
    if (pieces > 0) {
      const line = opened({ ...each, count: pieces })
      lines.push(line)
      deals.push({ line, deal, amount: (price - deal.price) * pieces })
    }
    if (!refusal) continue
    lines.push(opened({ ...each, count: count - pieces }))
    refused_deals.push({ sku_id, reason: refusal, pieces: count - pieces, isWhole: pieces === 0 })
  }
  return { lines, deals, refused_deals }
}

type Share = Discount['shares'][number]

const addShare = (one: Share, other: Share): Share => ({
  ...one,
  pieces: one.pieces + other.pieces,
  amount: one.amount + other.amount,
})

/** Of any combination. */
function leastFreight<F extends Freight>(open: readonly Open[], { promotions, coupon, freight }: QuoteInput<F>) {
  const isReduced = [...promotions, ...(coupon ? [coupon.promotion] : [])].some(({ gives }) => gives === 'freight')
  return isReduced || open.length === 0 ? 0 : (freight(shipped(open)).amount ?? 0)
}

const shipped = (lines: readonly Open[]): FreightLine[] =>
  joined(lines, addPart).map(({ sku_id, count, weight_g, template_id, now: amount }) => ({
    sku_id,
    count,
    weight_g,
    template_id,
    amount,
  }))

/** A coupon that does not lower the total is not used. */
function settle<F extends Freight>(combination: Combination, input: QuoteInput<F>): Settled<F> {
  const { coupon } = input
  const { lines, discounts } = combination
  if (coupon?.promotion.gives !== 'reduction') return withFreight(combination, input)
  const mine = linesFor(coupon.promotion, lines)
  const amount = reductionOf(coupon.promotion, mine)
  const without = withFreight(combination, input)
  if (amount === 0) return { ...without, coupon_refusal: refusalOf(coupon.promotion, lines) }
  const reduced = lines.map(copyOf)
  const shares = allocate(coupon.promotion, amount, takenBy(coupon.promotion, linesFor(coupon.promotion, reduced)))
  const discount = { ...discountOf('coupon', coupon.promotion, coupon.id), amount, shares }
  const used = withFreight({ ...combination, lines: reduced, discounts: [...discounts, discount] }, input)
  return used.total_amount < without.total_amount ? used : { ...without, coupon_refusal: { reason: 'no_gain' } }
}

/** After all other layers. */
function withFreight<F extends Freight>(combination: Combination, input: QuoteInput<F>): Settled<F> {
  const { lines, discounts } = combination
  const charged = lines.length === 0 ? null : input.freight(shipped(lines))
  const full = charged?.amount ?? 0
  const shipping = applyToFreight(lines, full, input)
  const off = shipping.discounts.reduce((sum, { amount }) => sum + amount, 0)
  return {
    offered: combination.offered,
    lines,
    charged,
    discounts: [...discounts, ...shipping.discounts],
    total_amount: total(lines) + full - off,
    coupon_refusal: shipping.refusal,
  }
}

function refusalOf(promotion: Promotion, lines: readonly Open[]): CouponRefusal {
  if (!lines.some((line) => isInScope(promotion, line))) return { reason: 'scope' }
  const mine = linesFor(promotion, lines)
  if (mine.length === 0) return { reason: 'exclusive' }
  const [lowest] = promotion.tiers
  if (lowest && !isReached(lowest, mine)) return { reason: 'below', ...missingTo(lowest, mine) }
  return { reason: 'no_gain' }
}

/** The freight of all lines, less that of the other lines. */
function shippingCostOf<F extends Freight>(
  promotion: Promotion,
  { lines, full, freight }: { lines: readonly Open[]; full: number; freight: QuoteInput<F>['freight'] },
): number {
  const others = lines.filter((line) => !isInScope(promotion, line))
  if (others.length === 0) return full
  return Math.max(0, full - (freight(shipped(others)).amount ?? 0))
}

/** The promotion with the largest reduction, or the coupon if it gives more; otherwise the coupon is not used up. */
function applyToFreight<F extends Freight>(
  lines: readonly Open[],
  full: number,
  { promotions, coupon, freight }: QuoteInput<F>,
): { discounts: Discount[]; refusal: CouponRefusal | null } {
  const valueFor = (promotion: Promotion) => {
    const mine = linesFor(promotion, lines)
    const reached = { amount: total(mine), count: piecesOf(mine) }
    if (full === 0 || mine.length === 0 || tierValueOf(promotion, reached, full) === 0) return 0
    return tierValueOf(promotion, reached, shippingCostOf(promotion, { lines, full, freight }))
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
