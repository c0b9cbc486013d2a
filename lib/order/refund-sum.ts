import { shareOfPieces } from '@/lib/pricing/shares'

/** Amounts in fen. */
export interface RefundSum {
  price: number
  discount: number
  refundable: number
}

type Line = Parameters<typeof shareOfPieces>[0] & { price: number }

/**
 * The refundable amount of pieces as their price less their share of discounts. undefined: the line has no discount, or
 * an earlier refund paid back another amount than its share, so that the rest is not the price less discounts.
 */
export function refundSumOf(line: Line, pieces: number): RefundSum | undefined {
  const untouched = { ...line, refunded_count: 0, refunded_amount: 0 }
  if (pieces < 1 || line.refunded_amount !== shareOfPieces(untouched, line.refunded_count)) return undefined
  const refundable = shareOfPieces(line, pieces)
  const price = line.price * pieces
  return refundable < price ? { price, discount: price - refundable, refundable } : undefined
}
