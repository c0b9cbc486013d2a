import { stringify } from 'csv-stringify/sync'
import { guarded } from './csv-cell'
import { cellsOf, type FileWriter, textOf } from './file-stream'
import { Yuan } from './yuan'

/** UTF-8 with a byte order mark for spreadsheets. `isForPeople`: escapes texts that could be read as formulas. */
export function csvWriter(columns: readonly string[], { isForPeople }: { isForPeople: boolean }): FileWriter {
  const encoder = new TextEncoder()
  const isNumber = (cell: unknown) => typeof cell === 'number' || cell instanceof Yuan
  const cellOf = (cell: unknown) => (isForPeople && !isNumber(cell) ? guarded(textOf(cell)) : textOf(cell))
  let head: (readonly string[])[] = [columns]
  return (items) => {
    const lines = [...head, ...items.map((item) => cellsOf(columns, item))].map((cells) => cells.map(cellOf))
    // Quoted cells are also recognized by spreadsheets that separate cells by another character than the comma.
    const text = stringify(lines, { quoted: true, quoted_empty: true, bom: head.length > 0 })
    head = []
    return encoder.encode(text)
  }
}
