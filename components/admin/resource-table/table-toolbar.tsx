'use client'

import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ColumnsMenu } from './columns-menu'
import { FileButton } from './file-button'
import { Filters } from './filters'
import classes from './resource-table.module.css'
import type { TableModel } from './use-resource-table'
import { SaveViewButton } from './view-tabs'

interface TableToolbarProps<Row extends { id: number }> {
  model: TableModel<Row>
  /** At the end of the toolbar. */
  children: ReactNode
}

export function TableToolbar<Row extends { id: number }>({ model, children }: TableToolbarProps<Row>) {
  const t = useTranslations('table')
  const { list, filters, labelOf, state, linkColumn, hidden, toggleColumn, file, layout, setLayout, sortable } = model
  const { columns, search, card } = list
  const hideable = columns.flatMap((column) =>
    column.key === linkColumn ? [] : [{ key: column.key, label: labelOf(column) }],
  )
  const other = layout === 'grid' ? 'table' : 'grid'
  const Icon = other === 'grid' ? IconLayoutGrid : IconList
  return (
    <div className={classes.toolbar}>
      <Filters filters={filters} state={state} search={search} />
      <SaveViewButton model={model} />
      <div className={classes.tools}>
        {sortable.length > 0 && (
          <NativeSelect
            w={150}
            // For cards, which have no column headers to sort by.
            className={layout === 'grid' ? undefined : classes.onPhone}
            aria-label={t('sort')}
            value={state.sort ? `${state.sort.desc ? '-' : ''}${state.sort.id}` : ''}
            onChange={({ currentTarget: { value } }) =>
              void state.sortBy(value === '' ? null : { id: value.replace('-', ''), desc: value.startsWith('-') })
            }
            data={[
              { value: '', label: t('newestFirst') },
              ...sortable.flatMap((column) => [
                { value: column.key, label: t('ascending', { label: labelOf(column) }) },
                { value: `-${column.key}`, label: t('descending', { label: labelOf(column) }) },
              ]),
            ]}
          />
        )}
        {card && (
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t(`as.${other}`)}
            title={t(`as.${other}`)}
            onClick={() => setLayout(other)}
          >
            <Icon size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
        {layout === 'table' && columns.length > 3 && (
          <ColumnsMenu columns={hideable} hidden={hidden} toggle={toggleColumn} />
        )}
        {file && <FileButton {...file} />}
        {children}
      </div>
    </div>
  )
}
