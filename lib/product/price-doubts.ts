/*
 * Prices to ask about before they are saved. Each is allowed, but it is often a mistake in typing.
 */

interface Prices {
  price?: unknown
  market_price?: unknown
  /** Undefined for users who may not see costs. */
  cost?: unknown
}

/** A reason to ask, with the other amount in fen. */
export type Doubt =
  | { kind: 'below_cost'; cost: number }
  | { kind: 'above_market_price'; market_price: number }
  | { kind: 'far_change'; before: number }

/** Whether a price differs by more than half of the earlier one. */
const isFarFrom = (before: number, price: number): boolean => Math.abs(price - before) * 2 > before

/** The reasons to ask about the price of a SKU. `stored`: undefined for a new SKU. None if its prices are as stored. */
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
