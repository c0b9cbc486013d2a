import type { z } from 'zod'
import type { CartLine as Schema } from '@/lib/cart/schema'

/**
 * The maximum number of pieces in a line of the cart. Written as a constant, because importing the API's schema would
 * add a validator to every screen. A test compares the constant with the schema.
 */
export const maxCount = 999

export type CartLine = z.output<typeof Schema>

/** Returns the selected lines that can be bought, for the next order. */
export const orderable = (lines: readonly CartLine[]) => lines.filter(({ checked, problem }) => checked && !problem)

/** Returns the lines whose product or SKU is no longer sold. */
export const invalid = (lines: readonly CartLine[]) =>
  lines.filter(({ problem }) => problem === 'withdrawn' || problem === 'off_sale')

export const pieces = (lines: readonly { count: number }[]) => lines.reduce((sum, { count }) => sum + count, 0)

/**
 * Returns the price of the lines in fen, with deal prices. Without shipping fee and other reductions, which only the
 * server computes.
 */
export const amount = (lines: readonly Pick<CartLine, 'price' | 'deal' | 'count'>[]) =>
  lines.reduce((sum, { price, deal, count }) => sum + (deal?.price ?? price) * count, 0)

/** Whether all lines that can be bought are selected. false if no line can be bought. */
export function areAllChecked(lines: readonly CartLine[]): boolean {
  const sellable = lines.filter(({ problem }) => !problem)
  return sellable.length > 0 && sellable.every(({ checked }) => checked)
}
