'use client'

import { Table } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { Check } from './check'
import classes from './resource-table.module.css'
import type { TableModel } from './use-resource-table'

/** A click cycles through ascending, descending and the default order. */
export function TableHead<Row extends { id: number }>({ model }: { model: TableModel<Row> }) {
  const { table, selection, isNumeric, menuOf } = model
  const t = useTranslations('table')
  return (
    <Table.Thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {selection.isEnabled && (
            <th>
              <Check
                label={t('selectPage')}
                checked={table.getIsAllRowsSelected()}
                isPartial={table.getIsSomeRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </th>
          )}
          {group.headers.map((header) => {
            const { column } = header
            const direction = column.getIsSorted()
            const label = <table.FlexRender header={header} />
            return (
              <th
                key={header.id}
                scope="col"
                data-numeric={isNumeric(column.id) || undefined}
                aria-sort={column.getCanSort() ? ariaSort(direction) : undefined}
              >
                {column.getCanSort() ? (
                  <button
                    type="button"
                    className={classes.sort}
                    data-sorted={direction || undefined}
                    onClick={column.getToggleSortingHandler()}
                  >
                    {label}
                    <SortIcon direction={direction} />
                  </button>
                ) : (
                  label
                )}
              </th>
            )
          })}
          {menuOf && (
            <th scope="col">
              <span className={classes.visuallyHidden}>{t('actions')}</span>
            </th>
          )}
        </tr>
      ))}
    </Table.Thead>
  )
}

type Direction = 'asc' | 'desc' | false

const ariaSort = (direction: Direction) =>
  direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'

function SortIcon({ direction }: { direction: Direction }) {
  const Icon = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconSelector
  return <Icon size={14} stroke={2} aria-hidden="true" />
}
