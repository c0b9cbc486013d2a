import type { z } from 'zod'
import type { CartLine as Schema } from '@/lib/cart/schema'

/** Importing the API's schema would add a validator to every screen. A test compares both. */
export const maxCount = 999

export type CartLine = z.output<typeof Schema>

export const orderable = (lines: readonly CartLine[]) => lines.filter(({ checked, problem }) => checked && !problem)

export const invalid = (lines: readonly CartLine[]) =>
  lines.filter(({ problem }) => problem === 'withdrawn' || problem === 'off_sale')

export const pieces = (lines: readonly { count: number }[]) => lines.reduce((sum, { count }) => sum + count, 0)

/** In fen, with deal prices. Only the server computes the fee and other reductions. */
export const amount = (lines: readonly Pick<CartLine, 'price' | 'deal' | 'count'>[]) =>
  lines.reduce(
    (sum, { price, deal, count }) => sum + price * count - (deal ? (price - deal.price) * deal.pieces : 0),
    0,
  )

/** false if no line can be bought. */
export function areAllChecked(lines: readonly CartLine[]): boolean {
  const sellable = lines.filter(({ problem }) => !problem)
  return sellable.length > 0 && sellable.every(({ checked }) => checked)
}
