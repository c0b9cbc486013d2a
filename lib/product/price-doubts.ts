/*
 * Prices to ask about before they are saved: allowed, but often typing mistakes.
 */

interface Prices {
  price?: unknown
  market_price?: unknown
  /** The cost in fen; undefined for users who may not see costs. */
  cost?: unknown
}

/** A reason to ask the user whether a price is correct, with the amount in fen that the price is compared with. */
export type Doubt =
  | { kind: 'below_cost'; cost: number }
  | { kind: 'above_market_price'; market_price: number }
  | { kind: 'far_change'; before: number }

/** Whether a price differs from the earlier price by more than half of the earlier price. */
const isFarFrom = (before: number, price: number): boolean => Math.abs(price - before) * 2 > before

/**
 * Returns the reasons to ask the user whether the price of a SKU is correct; empty where its prices have not changed.
 * `stored`: the stored prices; undefined: a new SKU.
 */
export function doubtsOf({ price, market_price, cost }: Prices, stored?: Prices): Doubt[] {
  if (typeof price !== 'number') return []
  const isChanged = price !== stored?.price
  const before = stored?.price
  return [
    ...(typeof cost === 'number' && price < cost && (isChanged || cost !== stored?.cost)
      ? [{ kind: 'below_cost' as const, cost }]
      : []),
    ...(typeof market_price === 'number' && price > market_price && (isChanged || market_price !== stored?.market_price)
      ? [{ kind: 'above_market_price' as const, market_price }]
      : []),
    ...(typeof before === 'number' && isFarFrom(before, price) ? [{ kind: 'far_change' as const, before }] : []),
  ]
}
