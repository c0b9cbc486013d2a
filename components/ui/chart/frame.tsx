import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { guarded } from '@/lib/kit/api/csv/csv-cell'
import classes from './chart.module.css'

interface ChartTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

interface ChartFrameProps {
  title: string
  /** Shown beside the title. */
  total?: ReactNode
  /** The values as text, below the chart and as a CSV file. */
  table: ChartTable
  /** The days of the values, in the name of the CSV file. */
  span: string
  children: ReactNode
}

export function ChartFrame({ title, total, table, span, children }: ChartFrameProps) {
  const t = useTranslations('chart')
  const id = useId()
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <figcaption className={classes.caption}>
        <h3 id={id}>{title}</h3>
        {total && <span>{total}</span>}
      </figcaption>
      {children}
      <details className={classes.numbers}>
        <summary aria-label={t('numbersOf', { title })}>{t('numbers')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={classes.scroll} aria-label={title} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([first, ...others], row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and never move
                <tr key={row}>
                  <th scope="row">{first}</th>
                  {others.map((cell, column) => (
                    <td key={table.columns[column + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <CsvLink title={title} table={table} span={span} />
      </details>
    </figure>
  )
}

export function CsvLink({ title, table, span }: Pick<ChartFrameProps, 'title' | 'table' | 'span'>) {
  const t = useTranslations('chart')
  return (
    <a className={classes.download} download={`${title} ${span}.csv`} href={csvOf(table)}>
      {t('download')}
    </a>
  )
}

const quoted = (cell: string) => `"${guarded(cell).replaceAll('"', '""')}"`

/** A data URL. The byte order mark makes spreadsheet programs read UTF-8. */
function csvOf({ columns, rows }: ChartTable): string {
  const text = [columns, ...rows].map((cells) => cells.map(quoted).join(',')).join('\r\n')
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${text}\r\n`)}`
}
