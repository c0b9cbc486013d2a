import type { z } from 'zod'
import type { CartLine as Schema } from '@/lib/cart/schema'

/**
 * The maximum number of pieces in a line; a test compares it with the schema, which would add a validator to every
 * screen.
 */
export const maxCount = 999

export type CartLine = z.output<typeof Schema>

/** The chosen lines that can be bought, for the next order. */
export const orderable = (lines: readonly CartLine[]) => lines.filter(({ checked, problem }) => checked && !problem)

/** Lines that cannot be bought any more, in any number. */
export const invalid = (lines: readonly CartLine[]) =>
  lines.filter(({ problem }) => problem === 'withdrawn' || problem === 'off_sale')

export const pieces = (lines: readonly { count: number }[]) => lines.reduce((sum, { count }) => sum + count, 0)

/** In fen, before shipping fee and discounts, which only the server computes. */
export const amount = (lines: readonly Pick<CartLine, 'price' | 'count'>[]) =>
  lines.reduce((sum, { price, count }) => sum + price * count, 0)

/** Whether all lines that can be bought are chosen. */
export function areAllChecked(lines: readonly CartLine[]): boolean {
  const sellable = lines.filter(({ problem }) => !problem)
  return sellable.length > 0 && sellable.every(({ checked }) => checked)
}
