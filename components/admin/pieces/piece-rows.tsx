import type { ReactNode } from 'react'
import { Goods } from './goods'
import classes from './pieces.module.css'
import type { ShownLine } from './pieces-table'

interface PieceRowsProps<Line> {
  lines: readonly Line[]
  /** Below the name. */
  detailsOf: (line: Line) => string
  /** Inputs of a line. */
  children: (line: Line) => ReactNode
}

export function PieceRows<Line extends ShownLine & { id: number }>({
  lines,
  detailsOf,
  children,
}: PieceRowsProps<Line>) {
  return (
    <ul className={classes.choices}>
      {lines.map((line) => (
        <li key={line.id}>
          <Goods pictures={[line.image_url ?? null]} name={line.name} details={detailsOf(line)} size={40} />
          <span className={classes.inputs}>{children(line)}</span>
        </li>
      ))}
    </ul>
  )
}
