import type { Deal } from './quote'

export type DealRefusal = 'sold_out' | 'limit'

export function dealRefusal({ left, limit, bought }: Deal, count: number): DealRefusal | null {
  if (left !== null && left < count) return 'sold_out'
  return limit !== null && bought + count > limit ? 'limit' : null
}
