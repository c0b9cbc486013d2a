import type { Deal } from './quote'

export type DealRefusal = 'sold_out' | 'limit'

/** `pieces`: of `count`, those at the price of the deal. `refusal`: why not all; null: all are. */
export function dealTerms({ left, limit, bought }: Pick<Deal, 'left' | 'limit' | 'bought'>, count: number) {
  const [available, allowed] = [left ?? count, limit === null ? count : limit - bought]
  const pieces = Math.max(0, Math.min(count, available, allowed))
  const refusal: DealRefusal = available <= allowed ? 'sold_out' : 'limit'
  return { pieces, refusal: pieces < count ? refusal : null }
}
