/* Prices that are allowed, but often typing mistakes. */

interface Prices {
  price?: unknown
  market_price?: unknown
  /** In fen; undefined for users who may not see costs. */
  cost?: unknown
}

/** Compared with an amount in fen. */
export type Doubt =
  | { kind: 'below_cost'; cost: number }
  | { kind: 'above_market_price'; market_price: number }
  | { kind: 'far_change'; before: number }

const isFarFrom = (before: number, price: number): boolean => Math.abs(price - before) * 2 > before

/** Empty where the prices have not changed. `stored` undefined: a new SKU. */
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
