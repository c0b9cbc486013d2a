/**
 * Largest remainder method; among equal remainders, earlier parts come first. No share is negative, and the sum is
 * `amount`. Throws where all weights are 0 but the amount is not.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) {
    if (amount > 0) throw new Error('an amount cannot be spread over parts without weight')
    return weights.map(() => 0)
  }
  const exact = weights.map((weight, at) => ({ at, ...portionOf(amount, weight, total) }))
  const rest = amount - exact.reduce((sum, { share }) => sum + share, 0)
  const larger = exact.toSorted((a, b) => b.remainder - a.remainder || a.at - b.at)
  const raised = new Set(larger.slice(0, rest).map(({ at }) => at))
  return exact.map(({ at, share }) => (raised.has(at) ? share + 1 : share))
}

/** Rounded down. */
function portionOf(amount: number, weight: number, total: number): { share: number; remainder: number } {
  const weighed = amount * weight
  if (weighed <= Number.MAX_SAFE_INTEGER) {
    const remainder = weighed % total
    return { share: (weighed - remainder) / total, remainder }
  }
  const exact = BigInt(amount) * BigInt(weight)
  return { share: Number(exact / BigInt(total)), remainder: Number(exact % BigInt(total)) }
}

/** Rounded down. Exact for all safe integers. */
export const thousandths = (amount: number, permille: number) =>
  Math.floor(amount / 1_000) * permille + Math.floor(((amount % 1_000) * permille) / 1_000)

/** Amounts in fen. */
interface PaidLine {
  count: number
  paid_amount: number
  refunded_count: number
  refunded_amount: number
}

/** In fen. The last pieces get exactly the amount that is left, also after refunds of other amounts. */
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

/** In fen. `promised`: of all refunds that were opened and not closed. */
interface PaidOrder {
  paid_amount: number
  promised_amount: number
  promised_freight: number
}

const paidForLines = (lines: readonly Pick<PaidLine, 'paid_amount'>[]) =>
  lines.reduce((sum, line) => sum + line.paid_amount, 0)

/** In fen. From `paid_amount`, because promotions and discounts can also reduce the charged freight. */
export const freightLeft = (
  { paid_amount, promised_freight }: Pick<PaidOrder, 'paid_amount' | 'promised_freight'>,
  lines: readonly Pick<PaidLine, 'paid_amount'>[],
) => paid_amount - paidForLines(lines) - promised_freight

/** In fen. */
export const goodsLeft = (
  { promised_amount, promised_freight }: Pick<PaidOrder, 'promised_amount' | 'promised_freight'>,
  lines: readonly Pick<PaidLine, 'paid_amount'>[],
) => paidForLines(lines) - (promised_amount - promised_freight)
