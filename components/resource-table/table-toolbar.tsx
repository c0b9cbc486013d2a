'use client'

import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ColumnsMenu } from './columns-menu'
import { Filters } from './filters'
import classes from './resource-table.module.css'
import type { TableModel } from './use-resource-table'

interface TableToolbarProps<Row extends { id: number }> {
  model: TableModel<Row>
  /** Further buttons, at the end. */
  children: ReactNode
}

/** The toolbar above the rows: search, filters, columns, export, buttons. */
export function TableToolbar<Row extends { id: number }>({ model, children }: TableToolbarProps<Row>) {
  const t = useTranslations('table')
  const { list, state, linkColumn, hidden, toggleColumn, exportUrl } = model
  const { columns, filters = [], search } = list
  const hideable = columns.flatMap(({ key, label }) => (key === linkColumn ? [] : [{ key, label }]))
  return (
    <div className={classes.toolbar}>
      <Filters filters={filters} state={state} search={search} />
      <div className={classes.tools}>
        {columns.length > 3 && <ColumnsMenu columns={hideable} hidden={hidden} toggle={toggleColumn} />}
        {exportUrl && (
          <ActionIcon
            component="a"
            href={exportUrl}
            download
            variant="default"
            size={34}
            aria-label={t('export')}
            title={t('export')}
          >
            <IconDownload size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
        {children}
      </div>
    </div>
  )
}
