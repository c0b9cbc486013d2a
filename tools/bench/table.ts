export type Cell = string | number | undefined

/** Prints a table. The first column is left-aligned, all other columns are right-aligned. */
export function printTable(heading: string[], rows: Cell[][]): void {
  const lines = [heading, ...rows.map((row) => row.map((cell) => String(cell ?? '')))]
  const widths = heading.map((_, at) => Math.max(...lines.map((line) => width(line[at] ?? ''))))
  for (const line of lines) {
    const cells = line.map((cell, at) => {
      const gap = ' '.repeat((widths[at] ?? 0) - width(cell))
      return at === 0 ? cell + gap : gap + cell
    })
    console.log(`  ${cells.join('  ').trimEnd()}`)
  }
}

/** Returns the width of a text in a terminal, where a Chinese character is two columns wide. */
const width = (text: string) => text.replaceAll(/[\u2e80-\uffdf]/g, '  ').length

/** Returns `ok` if a value meets its limit `bar`, else `missed`. Empty if there is no limit, or if the value is NaN. */
export function verdict(value: number, bar: number | undefined, better: 'higher' | 'lower'): string {
  if (bar === undefined || Number.isNaN(value)) return ''
  return (better === 'higher' ? value >= bar : value <= bar) ? 'ok' : 'missed'
}

export const fixed = (value: number, digits: number) => (Number.isNaN(value) ? 'n/a' : value.toFixed(digits))
