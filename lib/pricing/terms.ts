import type { Tier } from '@/db/enums'
import { fullestGroup, linesWithNth, mostByNth, nthPiecesOf, nthReductions, piecesOf } from './nth-pieces'
import type { Discount, Missing, Promotion, QuoteLine } from './quote'
import { spread, thousandths } from './shares'

/* Amounts in fen. */

/** Layers are deals, reductions, the coupon. */
export interface Open extends Omit<QuoteLine, 'deal'> {
  /** After the layers so far, in fen. */
  now: number
  /** A promotion has reduced the line. */
  touched: boolean
  /** By an exclusive promotion, so that no further one applies. */
  closed: boolean
}

/** Field by field, because many are made and spreading them is slow. */
export const copyOf = (line: Open): Open => ({
  sku_id: line.sku_id,
  product_id: line.product_id,
  category_id: line.category_id,
  price: line.price,
  count: line.count,
  weight_g: line.weight_g,
  template_id: line.template_id,
  now: line.now,
  touched: line.touched,
  closed: line.closed,
})

export const opened = (line: QuoteLine): Open =>
  copyOf({ ...line, now: line.price * line.count, touched: false, closed: false })

/** Neighbors of one SKU become one. */
export function joined<Part extends { sku_id: number }>(
  parts: readonly Part[],
  add: (one: Part, other: Part) => Part,
  isKept: (one: Part) => boolean = () => false,
): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last?.sku_id === part.sku_id && !isKept(last)) all[all.length - 1] = add(last, part)
    else all.push(part)
  }
  return all
}

export const addPart = (one: Open, other: Open): Open => ({
  ...one,
  count: one.count + other.count,
  now: one.now + other.now,
})

export const total = (lines: readonly Open[]) => lines.reduce((sum, { now }) => sum + now, 0)

/** In fen. Each piece keeps a price of 1 fen, because the provider accepts no payment of 0. */
const reducible = ({ now, count }: Open) => Math.max(0, now - count)

export const discountOf = (
  layer: Discount['layer'],
  { id, label }: Pick<Promotion, 'id' | 'label'>,
  coupon_id: number | null = null,
) => ({ layer, promotion_id: id, coupon_id, label, shares: [] as Discount['shares'] })

export const isInScope = (
  { scope, category_ids, product_ids, except_product_ids }: Promotion,
  { product_id, category_id }: Pick<QuoteLine, 'product_id' | 'category_id'>,
) =>
  !except_product_ids.includes(product_id) &&
  (scope === 'all' ||
    (scope === 'products'
      ? product_ids.includes(product_id)
      : category_id !== null && category_ids.includes(category_id)))

export const linesFor = (promotion: Promotion, lines: readonly Open[]) =>
  lines.filter((line) => isInScope(promotion, line) && !line.closed && !(promotion.exclusive && line.touched))

/** The lines that it applies to: of an n-th piece of each product, those of products with enough pieces. */
export function takenBy({ tiers }: Promotion, lines: Open[]): Open[] {
  const by = nthPiecesOf(tiers)
  return by?.per_product ? linesWithNth(lines, by) : lines
}

const timesReached = ({ from_amount, from_pieces }: Tier, amount: number, count: number) =>
  from_amount === undefined ? Math.floor(count / (from_pieces ?? 1)) : Math.floor(amount / from_amount)

/** The goods that are compared with its threshold. */
const counted = (tier: Tier, lines: readonly Open[]) =>
  tier.per_product ? fullestGroup(lines, { per_product: true }) : lines

export function isReached(tier: Tier, lines: readonly Open[]): boolean {
  if (tier.nth !== undefined) return piecesOf(counted(tier, lines)) >= tier.nth
  return timesReached(tier, total(lines), piecesOf(lines)) > 0
}

/** By the highest tier that is reached: at most `of`; 0: none. */
export function tierValueOf(
  { tiers, repeats }: Promotion,
  reached: { amount: number; count: number },
  of: number,
): number {
  const tier = tiers.findLast((one) => timesReached(one, reached.amount, reached.count) > 0)
  if (!tier) return 0
  const times = repeats ? timesReached(tier, reached.amount, reached.count) : 1
  const off = tier.off_amount === undefined ? thousandths(of, tier.off_permille ?? 0) : tier.off_amount * times
  return Math.min(off, tier.at_most ?? off, of)
}

/** In fen. */
export function reductionOf(promotion: Promotion, lines: readonly Open[]): number {
  const by = nthPiecesOf(promotion.tiers)
  if (by) return nthReductions(lines, by).reduce((sum, off) => sum + off, 0)
  let [amount, count, most] = [0, 0, 0]
  for (const line of lines) {
    amount += line.now
    count += line.count
    most += reducible(line)
  }
  return most === 0 ? 0 : Math.min(tierValueOf(promotion, { amount, count }, amount), most)
}

/** In fen, if it applies to any part of the lines. `amount`: to all of them. */
export function mostOf({ tiers }: Promotion, lines: readonly Open[], amount: number): number {
  const by = nthPiecesOf(tiers)
  return by ? mostByNth(lines, by) : amount
}

/** In proportion to the largest reduction of each line, or to the lines of the reduced pieces. */
export function allocate(promotion: Promotion, amount: number, lines: readonly Open[]): Discount['shares'] {
  const by = nthPiecesOf(promotion.tiers)
  const shares = by ? nthReductions(lines, by) : spread(amount, lines.map(reducible))
  return lines.flatMap((line, at) => {
    const share = shares[at] ?? 0
    line.now -= share
    line.touched = true
    line.closed ||= promotion.exclusive
    return share > 0 ? [{ sku_id: line.sku_id, pieces: line.count, amount: share }] : []
  })
}

export function missingTo(tier: Tier, lines: readonly Open[]): Missing {
  const { from_amount, from_pieces = 1, nth = from_pieces } = tier
  return from_amount === undefined
    ? { missing_pieces: nth - piecesOf(counted(tier, lines)) }
    : { missing_amount: from_amount - total(lines) }
}
