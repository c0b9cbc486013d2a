import { plainForm } from './plain-form'

/** 1990 becomes `19.90`. */
export function yuanOf(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * `19.9`, `¥1,990.00`, `１９．９元`. undefined: no amount, or more than two decimals. Read as digits, because 19.99 × 100 is
 * not 1999 in floating point.
 */
export function fenOf(text: string): number | undefined {
  const plain = plainForm(text)
    .trim()
    .replace(/^([+-]?)\s*(?:¥|CNY|RMB)?\s*/i, '$1')
    .replace(/元$/, '')
    .trimEnd()
  const match = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2}))?$/.exec(plain)
  if (!match) return undefined
  const [, sign, whole = '', decimals = ''] = match
  const fen = Number(`${sign}${whole.replaceAll(',', '')}${decimals.padEnd(2, '0')}`)
  return Number.isSafeInteger(fen) ? fen : undefined
}
