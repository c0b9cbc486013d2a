import { plainForm } from '@/lib/kit/plain-form'

/** Of thousandths: 125 is `12.5`, 200 is `20`. */
export const percentOf = (permille: number): string => String(permille / 10)

/** In thousandths, from `12.5` or `20%`; undefined with more than one decimal. */
export function permilleOf(text: string): number | undefined {
  const match = /^(\d{1,4})(?:\.(\d?))?\s*%?$/.exec(plainForm(text).trim())
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(1, '0')}`) : undefined
}
