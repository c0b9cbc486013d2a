import type { ReactNode } from 'react'
import classes from './field-table.module.css'

interface ValueTableProps {
  label: string
  columns: [string, string, string]
  rows: { key: string; cells: [ReactNode, ReactNode, ReactNode] }[]
}

export function ValueTable({ label, columns, rows }: ValueTableProps) {
  return (
    <table className={`${classes.fields} ${classes.values}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [value, about, meaning] }) => (
          <tr key={key}>
            <th scope="row">{value}</th>
            <td>{about}</td>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
