/**
 * Spreads an amount over parts by largest remainder: each gets its share by weight, rounded down, and what is left goes one
 * by one to the largest remainders, of equal ones to the first. The shares are never negative and their sum is the amount.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) {
    if (amount > 0) throw new Error('an amount cannot be spread over parts without weight')
    return weights.map(() => 0)
  }
  // An amount times a weight is more than a number holds exactly.
  const exact = weights.map((weight, at) => {
    const weighed = BigInt(amount) * BigInt(weight)
    return { at, share: Number(weighed / total), remainder: weighed % total }
  })
  const rest = amount - exact.reduce((sum, { share }) => sum + share, 0)
  const larger = exact.toSorted((a, b) =>
    a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1,
  )
  const raised = new Set(larger.slice(0, rest).map(({ at }) => at))
  return exact.map(({ at, share }) => (raised.has(at) ? share + 1 : share))
}

/** A line of an order, as far as its money is concerned; amounts in fen. */
interface PaidLine {
  count: number
  paid_amount: number
  refunded_count: number
  refunded_amount: number
}

/**
 * What the next so many pieces of a line have cost, in fen: their share of what was paid for it. The last ones get exactly what
 * is left, whatever was refunded before.
 */
export function shareOfPieces(line: PaidLine, pieces: number): number {
  const left = line.paid_amount - line.refunded_amount
  const until = line.refunded_count + pieces
  if (until >= line.count) return left
  const shares = spread(
    line.paid_amount,
    Array.from({ length: line.count }, () => 1),
  )
  const share = shares.slice(line.refunded_count, until).reduce((sum, one) => sum + one, 0)
  return Math.min(share, left)
}
