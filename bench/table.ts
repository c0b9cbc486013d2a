export type Cell = string | number | undefined

/** Rows under a heading; the first column to the left, numbers to the right. */
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

/** Chinese characters take two columns of a terminal. */
const width = (text: string) => text.replaceAll(/[\u2e80-\uffdf]/g, '  ').length

/** How a value stands to its bar. */
export function verdict(value: number, bar: number | undefined, better: 'higher' | 'lower'): string {
  if (bar === undefined || Number.isNaN(value)) return ''
  return (better === 'higher' ? value >= bar : value <= bar) ? 'ok' : 'missed'
}

export const fixed = (value: number, digits: number) => (Number.isNaN(value) ? 'n/a' : value.toFixed(digits))
