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

/** Only some pieces had the price of a deal, and each is refunded at the average of the line. */
export const isAveraged = ({ count, deal_pieces }: { count: number; deal_pieces: number }) =>
  deal_pieces > 0 && deal_pieces < count

/** Not where staff have paid back another amount. Shares of a line differ by less than a fen a piece. */
export const isAverageOf = (
  line: { count: number; paid_amount: number; deal_pieces: number },
  { count, amount }: { count: number; amount: number },
) => isAveraged(line) && Math.abs(amount - (line.paid_amount * count) / line.count) <= count
