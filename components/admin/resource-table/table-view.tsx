'use client'

import { Table } from '@mantine/core'
import { useResizeObserver } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import classes from './resource-table.module.css'
import { TableBody } from './table-body'
import { TableHead } from './table-head'
import type { TableModel } from './use-resource-table'

/** In pixels; `minimumWidth` of the column that takes the remaining space. */
const checkboxWidth = 44
const menuWidth = 56
const minimumWidth = 180

/** With fixed widths. The head stays visible, or at the top of a container that scrolls horizontally. */
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
  /** In pixels. */
  width: number
}

/** A change of the measured width renders only this component, not the rows. */
function Scroll({ width, ...props }: ScrollProps) {
  const [container, { width: space }] = useResizeObserver<HTMLDivElement>()
  return (
    <Table.ScrollContainer
      ref={container}
      // Not measured yet.
      data-fit={space === 0 ? undefined : space >= width ? 'whole' : 'part'}
      minWidth={width}
      type="native"
      className={classes.scroll}
      {...props}
    />
  )
}
