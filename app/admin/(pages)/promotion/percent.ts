import { plainForm } from '@/lib/kit/plain-form'

/** A share in thousandths as a text in percent: 125 is `12.5`, 200 is `20`. */
export const percentOf = (permille: number): string => String(permille / 10)

/**
 * Parses a share in percent, as typed: `12.5`, `20%`. Returns thousandths; undefined for a text that is no share or has
 * more than one decimal.
 */
export function permilleOf(text: string): number | undefined {
  const match = /^(\d{1,4})(?:\.(\d?))?\s*%?$/.exec(plainForm(text).trim())
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(1, '0')}`) : undefined
}
