import { fenOf, yuanOf } from '@/lib/kit/money'
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

/** Reads what was typed or pasted. A text that is none of the kind is kept, so that it is refused at its cell. */
export function parseCell(name: ColumnName, text: string): CellValue {
  const trimmed = text.trim()
  if (trimmed === '') return null
  switch (kinds[name]) {
    case 'money':
      return fenOf(trimmed) ?? trimmed
    case 'number': {
      const plain = trimmed.normalize('NFKC').replaceAll(',', '')
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

/** What a cell shows. */
export function textOfCell(name: ColumnName, value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  return kinds[name] === 'money' && typeof value === 'number' ? yuanOf(value) : String(value)
}

/** The cells of a text that a spreadsheet has put on the clipboard: lines of cells with tabs between them, or in quotes. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  // A quoted cell, in which quotes are doubled, or a plain one; then what ends it.
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
