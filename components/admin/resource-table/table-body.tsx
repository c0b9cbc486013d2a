'use client'

import { Table } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { MouseEvent, ReactNode } from 'react'
import { isNewTabClick, OpenLink } from '@/components/admin/resource-form/record-link'
import { Check } from './check'
import classes from './resource-table.module.css'
import { RowMenu } from './row-menu'
import type { TableModel } from './use-resource-table'
import type { RowLink } from './use-row-link'

/** Plain HTML elements, because a list has many cells. Keyboard users follow the link in the row. */
export function TableBody<Row extends { id: number }>({ model }: { model: TableModel<Row> }) {
  const {
    table,
    list,
    nameOf,
    selection,
    rowLink,
    linkColumn,
    isNumeric,
    cardPlaces,
    menuOf,
    contentOf,
    dragHandlers,
  } = model
  const { unselectable } = list
  const t = useTranslations('table')
  return (
    <Table.Tbody>
      {table.getRowModel().rows.map((row) => (
        <tr
          key={row.id}
          data-clickable={rowLink !== undefined || undefined}
          data-selected={row.getIsSelected() || undefined}
          {...(rowLink && rowClickHandlers(row.original, rowLink))}
          {...dragHandlers(row)}
        >
          {selection.isEnabled && (
            <td data-card="check">
              <Check
                label={t('selectRow', { name: nameOf(row.original) })}
                title={unselectable?.(row.original)}
                disabled={!row.getCanSelect()}
                checked={row.getIsSelected()}
                onChange={row.getToggleSelectedHandler()}
              />
            </td>
          )}
          {row.getVisibleCells().map((cell) => {
            const content = contentOf(row.original, cell.column.id)
            return (
              <td
                key={cell.id}
                data-card={cardPlaces.get(cell.column.id)}
                data-numeric={isNumeric(cell.column.id) || undefined}
              >
                {rowLink && cell.column.id === linkColumn ? (
                  <RowAnchor model={model} row={row.original} className={classes.rowLink}>
                    {content}
                  </RowAnchor>
                ) : (
                  content
                )}
              </td>
            )
          })}
          {menuOf && (
            <td className={classes.menuCell} data-card="menu">
              <RowMenu
                name={nameOf(row.original)}
                href={rowLink?.hrefOf(row.original)}
                actions={menuOf(row.original)}
              />
            </td>
          )}
        </tr>
      ))}
    </Table.Tbody>
  )
}

interface RowAnchorProps<Row extends { id: number }> {
  model: TableModel<Row>
  row: Row
  className: string | undefined
  children: ReactNode
}

/** Only the text, if rows cannot be opened. */
export function RowAnchor<Row extends { id: number }>({ model, row, className, children }: RowAnchorProps<Row>) {
  const { rowLink } = model
  if (!rowLink) return <span className={className}>{children}</span>
  return (
    <OpenLink href={rowLink.hrefOf(row)} className={className} onOpen={() => rowLink.open(row)}>
      {children}
    </OpenLink>
  )
}

/** Except on interactive elements and while text is selected. Middle and modified clicks open a new tab. */
function rowClickHandlers<Row>(row: Row, rowLink: RowLink<Row>) {
  const isRowClick = ({ target, nativeEvent }: MouseEvent) =>
    !(target instanceof Element) ||
    !(
      target.closest('a, button, input, label, [role="menuitem"]') ||
      // On a touch screen, touching a time shows the exact time.
      (target.closest('time') && 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch')
    )
  const openTab = () => window.open(rowLink.hrefOf(row), '_blank', 'noopener')
  return {
    onClick: (event: MouseEvent) => {
      if (!isRowClick(event) || getSelection()?.toString()) return
      if (isNewTabClick(event)) openTab()
      else rowLink.open(row)
    },
    onAuxClick: (event: MouseEvent) => {
      if (isRowClick(event) && event.button === 1) openTab()
    },
  }
}
