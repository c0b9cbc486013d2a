'use client'

import { Table } from '@mantine/core'
import { useResizeObserver } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import classes from './resource-table.module.css'
import { TableBody } from './table-body'
import { TableHead } from './table-head'
import type { TableModel } from './use-resource-table'

/**
 * Widths in pixels: `checkboxWidth` of the column with the checkboxes, `menuWidth` of the column with the menus,
 * `minimumWidth` of the column that takes the remaining space.
 */
const checkboxWidth = 44
const menuWidth = 56
const minimumWidth = 180

/**
 * The table, with fixed column widths. The head stays visible while the page scrolls. If the table scrolls
 * horizontally, the head stays at the top of the table's container.
 */
export function TableView<Row extends { id: number }>({ model }: { model: TableModel<Row> }) {
  const { table, state, caption, fillColumn, selection, rowLink } = model
  const columns = table.getVisibleLeafColumns()
  const checkboxes = selection.isEnabled ? checkboxWidth : 0
  const menus = model.menuOf ? menuWidth : 0
  const width = columns.reduce(
    (sum, column) => sum + (column.id === fillColumn ? minimumWidth : column.getSize()),
    checkboxes + menus,
  )
  return (
    // Without a focusable element inside, the container itself must be focusable for keyboard scrolling.
    <Scroll width={width} {...(!rowLink && { tabIndex: 0, role: 'group', 'aria-label': caption })}>
      <Table
        layout="fixed"
        highlightOnHover={rowLink !== undefined}
        tabularNums
        aria-busy={state.isPending}
        className={classes.table}
      >
        <caption className={classes.visuallyHidden}>{caption}</caption>
        <colgroup>
          {selection.isEnabled && <col style={{ width: checkboxes }} />}
          {columns.map((column) => (
            <col key={column.id} style={column.id === fillColumn ? undefined : { width: column.getSize() }} />
          ))}
          {menus > 0 && <col style={{ width: menus }} />}
        </colgroup>
        <TableHead model={model} />
        <TableBody model={model} />
      </Table>
    </Scroll>
  )
}

interface ScrollProps extends Pick<ComponentProps<'div'>, 'tabIndex' | 'role' | 'aria-label' | 'children'> {
  /** The width that the table needs, in pixels. */
  width: number
}

/**
 * A container that scrolls the table if it does not fit. A change of the measured width renders only this component,
 * not the rows.
 */
function Scroll({ width, ...props }: ScrollProps) {
  const [container, { width: space }] = useResizeObserver<HTMLDivElement>()
  return (
    <Table.ScrollContainer
      ref={container}
      // The width is undefined until the container is measured.
      data-fit={space === 0 ? undefined : space >= width ? 'whole' : 'part'}
      minWidth={width}
      type="native"
      className={classes.scroll}
      {...props}
    />
  )
}
