import type { Column } from './declaration'

/** Not by pictures, links, and columns with `render` but no kind. */
export const isComparable = <Row>({ kind, render }: Column<Row>): boolean =>
  kind !== 'image' && kind !== 'record' && (kind !== undefined || !render)

/** The displayed value; undefined: an empty cell. `labelOf`: of a value in a dictionary. */
export function comparableOf<Row>(
  column: Column<Row>,
  row: Row,
  labelOf: (dictionary: string, value: string) => string,
): string | number | undefined {
  const shown = column.render?.(row)
  const value: unknown = typeof shown === 'string' ? shown : row[column.key]
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value[0]?.name
  if (typeof value === 'boolean') return Number(value)
  if (column.kind === 'time') return Date.parse(String(value))
  if (column.kind === 'tag') return labelOf(column.dictionary ?? '', String(value))
  return typeof value === 'number' ? value : String(value)
}

/** Strings by the locale: `a2` comes before `a10`. */
export function comparerOf(locale: string): (a: unknown, b: unknown) => number {
  // Created on first use: on a weak machine, the rules of a language take longer than the rows of a page.
  let collator: Intl.Collator | undefined
  return (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b
    collator ??= new Intl.Collator(locale, { numeric: true })
    return collator.compare(String(a), String(b))
  }
}
