'use client'

import { useTranslations } from 'next-intl'
import { Check } from './check'
import classes from './grid-view.module.css'
import { RowAnchor } from './table-body'
import type { TableModel } from './use-resource-table'

export function GridView<Row extends { id: number }>({ model }: { model: TableModel<Row> }) {
  const { table, list, nameOf, selection, state, caption, dragHandlers } = model
  const { card, unselectable } = list
  const t = useTranslations('table')
  return (
    <ul className={classes.grid} aria-label={caption} aria-busy={state.isPending}>
      {table.getRowModel().rows.map((row) => {
        const { picture, details } = card?.(row.original) ?? {}
        const name = nameOf(row.original)
        return (
          <li
            key={row.id}
            className={classes.card}
            data-selected={row.getIsSelected() || undefined}
            {...dragHandlers(row)}
          >
            <RowAnchor model={model} row={row.original} className={classes.link}>
              <span className={classes.picture}>{picture}</span>
              <span className={classes.name} title={name}>
                {name}
              </span>
            </RowAnchor>
            <span className={classes.details}>{details}</span>
            {selection.isEnabled && (
              <span className={classes.checkbox}>
                <Check
                  isLarge
                  label={t('selectRow', { name })}
                  title={unselectable?.(row.original)}
                  disabled={!row.getCanSelect()}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
