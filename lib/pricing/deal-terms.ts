import type { Deal } from './quote'

export type DealRefusal = 'sold_out' | 'limit'

/** Returns the reason why a deal does not apply to a line of `count` pieces; null: it applies. */
export function dealRefusal({ left, limit, bought }: Deal, count: number): DealRefusal | null {
  if (left !== null && left < count) return 'sold_out'
  return limit !== null && bought + count > limit ? 'limit' : null
}
