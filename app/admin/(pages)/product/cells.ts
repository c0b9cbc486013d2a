import { fenOf, yuanOf } from '@/lib/kit/money'
import { plainForm } from '@/lib/kit/plain-form'
import type { CellValue, FormSku } from './matrix'

/*
 * The cells of the matrix: how each column shows its value, and how it reads what is typed or pasted.
 */

export type ColumnName = Exclude<keyof FormSku, 'id' | 'at' | 'values' | 'image_url'>

type Kind = 'money' | 'number' | 'text' | 'boolean'

/** The columns in their order. */
export const kinds: Record<ColumnName, Kind> = {
  price: 'money',
  stock: 'number',
  market_price: 'money',
  cost: 'money',
  sku_no: 'text',
  barcode: 'text',
  weight_g: 'number',
  enabled: 'boolean',
}

const yes = new Set(['1', 'true', 'yes', 'y', '是', '√', '✓'])
const no = new Set(['0', 'false', 'no', 'n', '否', '×', '✗'])

/** Parses a typed or pasted text; null if empty. Invalid text is returned as text, so that its cell shows the error. */
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

/** The text that a cell shows; amounts in yuan. */
export function textOfCell(name: ColumnName, value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  return kinds[name] === 'money' && typeof value === 'number' ? yuanOf(value) : String(value)
}

/** Parses clipboard text of a spreadsheet into rows of cells: separated by tabs and line breaks, optionally quoted. */
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
