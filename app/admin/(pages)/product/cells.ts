import { fenOf, yuanOf } from '@/lib/kit/money'
import { plainForm } from '@/lib/kit/plain-form'
import type { CellValue, FormSku } from './matrix'

export type ColumnName = Exclude<keyof FormSku, 'id' | 'at' | 'values' | 'image_url'>

type Kind = 'money' | 'number' | 'text' | 'boolean'

/** In the order of the table. */
export const kinds: Record<ColumnName, Kind> = {
  price: 'money',
  stock: 'number',
  market_price: 'money',
  cost: 'money',
  sku_no: 'text',
  barcode: 'text',
  external_id: 'text',
  weight_g: 'number',
  enabled: 'boolean',
}

const yes = new Set(['1', 'true', 'yes', 'y', '是', '√', '✓'])
const no = new Set(['0', 'false', 'no', 'n', '否', '×', '✗'])

/** null: empty. Returns invalid text unchanged, so that the cell shows an error. */
export function parseCell(name: ColumnName, text: string): CellValue {
  const trimmed = text.trim()
  if (trimmed === '') return null
  switch (kinds[name]) {
    case 'money':
      return fenOf(trimmed) ?? trimmed
    case 'number': {
      const plain = plainForm(trimmed).replaceAll(',', '')
      return /^\d{1,15}$/.test(plain) ? Number(plain) : trimmed
    }
    case 'boolean': {
      const word = trimmed.toLowerCase()
      return yes.has(word) ? true : no.has(word) ? false : trimmed
    }
    default:
      return text
  }
}

/** An entry of the row that fills several cells of a column. */
export interface Fill {
  /** true for a change such as `+10`. */
  isChange: boolean
  /** A change returns empty and invalid values unchanged. */
  of: (before: CellValue | undefined) => CellValue
}

/**
 * A value, or a change such as `+10`, `-5`, `+10%` or `-10%`. Changed amounts are at least 1 fen, other numbers at
 * least 0; both are rounded. undefined: neither.
 */
export function fillOf(name: ColumnName, text: string): Fill | undefined {
  const plain = plainForm(text.trim()).replace('\u2212', '-')
  if (!/^[+-]/.test(plain)) {
    const value = parseCell(name, text)
    return value === null || typeof value === 'string' ? undefined : { isChange: false, of: () => value }
  }
  const sign = plain.startsWith('-') ? -1 : 1
  const isPercent = plain.endsWith('%')
  const digits = plain.slice(1, isPercent ? -1 : undefined).trim()
  // Percentages have two decimals, like amounts in yuan.
  const by = isPercent ? fenOf(digits) : parseCell(name, digits)
  if (typeof by !== 'number' || !/^\d/.test(digits)) return undefined
  const changed = (before: number) => before + sign * (isPercent ? (before * by) / 10_000 : by)
  // A price of 0 stays possible.
  const least = (before: number) => (kinds[name] === 'money' ? Math.min(before, 1) : 0)
  return {
    isChange: true,
    of: (before = null) => (typeof before === 'number' ? Math.max(least(before), Math.round(changed(before))) : before),
  }
}

/** Amounts are in yuan. */
export function textOfCell(name: ColumnName, value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  return kinds[name] === 'money' && typeof value === 'number' ? yuanOf(value) : String(value)
}

/** From a spreadsheet: separated by tabs and line breaks, optionally quoted. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  // A quoted cell with doubled quotes, or a plain cell; then its separator.
  const pattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (!match) break
    const [, quoted, plain = '', end] = match
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\t' && pattern.lastIndex === text.length) rows.at(-1)?.push('')
    if (end !== '\t' && end !== '' && pattern.lastIndex < text.length) rows.push([])
  }
  return rows
}

interface PasteAt<Name> {
  row: number
  /** From the column of the cursor. */
  columns: readonly Name[]
  isEntered: (name: Name) => boolean
}

/** Writes cells from a spreadsheet into the rows, and counts those that were written and those that were not. */
export function pastedInto<Row extends object>(
  rows: readonly Row[],
  cells: string[][],
  { row, columns, isEntered }: PasteAt<ColumnName>,
) {
  let written = 0
  const pasted = rows.map((one, index) => {
    const values = (cells[index - row] ?? []).flatMap((text, at) => {
      const name = columns[at]
      return name && isEntered(name) ? [[name, parseCell(name, text)] as const] : []
    })
    written += values.length
    return { ...one, ...Object.fromEntries(values) }
  })
  return { pasted, written, ignored: cells.reduce((sum, line) => sum + line.length, 0) - written }
}
