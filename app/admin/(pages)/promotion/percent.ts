import { plainForm } from '@/lib/kit/plain-form'

/** Formats thousandths as a percentage: 125 is `12.5`, 200 is `20`. */
export const percentOf = (permille: number): string => String(permille / 10)

/**
 * Parses a percentage, such as `12.5` or `20%`. Returns thousandths; undefined for a text that is no percentage or has
 * more than one decimal.
 */
export function permilleOf(text: string): number | undefined {
  const match = /^(\d{1,4})(?:\.(\d?))?\s*%?$/.exec(plainForm(text).trim())
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(1, '0')}`) : undefined
}
