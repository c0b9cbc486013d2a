'use client'

import { Anchor, Table } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Goods } from './goods'
import classes from './pieces.module.css'

export interface ShownLine {
  name: string
  spec_text: string
  /** null: a placeholder is shown. Absent: the lines have no pictures. */
  image_url?: string | null
}

interface PiecesTableProps<Line> {
  caption: string
  lines: readonly Line[]
  keyOf: (line: Line) => number
  /** Besides the picture and the name. */
  columns: readonly { label: string; value: (line: Line) => ReactNode }[]
  /** The table scrolls below this width, in pixels. */
  minWidth: number
}

export function PiecesTable<Line extends ShownLine>({
  caption,
  lines,
  keyOf,
  columns,
  minWidth,
}: PiecesTableProps<Line>) {
  const t = useTranslations('form.pieces')
  return (
    <Table.ScrollContainer
      className={classes.scroll}
      minWidth={minWidth}
      type="native"
      tabIndex={0}
      role="group"
      aria-label={caption}
    >
      <Table className={classes.table} tabularNums verticalSpacing="xs">
        <caption className={classes.visuallyHidden}>{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('item')}</Table.Th>
            {columns.map(({ label }) => (
              <Table.Th key={label} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={keyOf(line)}>
              <Table.Th scope="row">
                <Goods
                  pictures={[line.image_url ?? null]}
                  most={line.image_url === undefined ? 0 : 1}
                  name={line.name}
                  details={line.spec_text}
                  size={40}
                />
              </Table.Th>
              {columns.map(({ label, value }) => (
                <Table.Td key={label} data-label={label}>
                  {value(line)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** In fen. `path`: of a page about the amount. */
export type Sum = [label: string, fen: number | null, path?: string | undefined]

/** Null amounts are left out. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  const format = useFormatter()
  return (
    <dl className={classes.sums}>
      {sums.map(
        ([label, fen, path]) =>
          fen !== null && (
            <div key={label}>
              <dt>
                {path ? (
                  <Anchor component={Link} href={path} prefetch={false} inherit>
                    {label}
                  </Anchor>
                ) : (
                  label
                )}
              </dt>
              <dd>{format.number(fen / 100, 'price')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
