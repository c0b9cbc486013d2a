'use client'

import {
  type ColumnDef,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { usePathname, useSearchParams } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type DragEvent, useEffect, useMemo, useState } from 'react'
import { useAdmin, useCan, useTrail } from '@/components/admin/frame/admin-context'
import { noteList } from '@/components/admin/frame/left-list'
import { useLabels } from '@/components/admin/use-labels'
import { recordName } from '@/lib/kit/record-name'
import { cardPlaces } from './card-places'
import { recordCell, useCells } from './cell'
import type { Column, Page, ResourceList, RowAction } from './declaration'
import { dragRows } from './dragged-rows'
import { comparableOf, comparerOf, isComparable } from './sorting'
import { useTableState } from './state'
import { useFilters } from './use-filters'
import { useHiddenColumns } from './use-hidden-columns'
import { useLayout } from './use-layout'
import { useNewPage, useRowLink } from './use-row-link'
import { useSelection } from './use-selection'
import { useViews } from './use-views'

const features = tableFeatures({
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

/** Rendered by `ResourceTable`, or with other components of this folder by a page with a different layout. */
export function useResourceTable<Row extends { id: number }>(list: ResourceList<Row>) {
  const { name, rows, columns, tabs, search, unselectable, rowActions, remove } = list
  const t = useTranslations('form')
  const { textOf, tabLabelOf, labelOf: label } = useLabels(list.texts ?? name)
  const labelOf = (column: Column<Row>) => label(column.key, column.label)
  const nameOf = (row: Row) => list.nameOf?.(row) ?? recordName(row) ?? `#${row.id}`
  const [removing, setRemoving] = useState<Row>()
  const can = useCan()
  const title = useTrail().at(-1)?.title
  const hasAllRows = Array.isArray(rows)
  const page: Page<Row> = useMemo(() => (Array.isArray(rows) ? { items: rows, size: rows.length } : rows), [rows])
  const filters = useFilters(list.filters ?? [], page.items, label)
  const isSortable = (column: Column<Row>) => (hasAllRows ? isComparable(column) : (column.sort ?? false))
  const sortable = columns.filter(isSortable).map(({ key }) => key)
  const state = useTableState({ filters, sortable, searchable: search !== undefined, tabs, hasAllRows })
  const path = usePathname()
  const query = useSearchParams().toString()
  useEffect(() => noteList(path, query), [path, query])
  const views = useViews(name, state)
  const shown = state.shown ?? views.chosen?.columns
  const { hidden, toggle } = useHiddenColumns(name, columns, shown && { shown, show: state.show })
  const layout = useLayout(name, list.card !== undefined)
  const selection = useSelection(list, page, state.restrictions, nameOf)
  const rowLink = useRowLink(list)
  const linkColumn = columns.find(({ kind }) => kind !== 'image')?.key
  const cellOf = useCells()
  const columnOf = new Map<string, Column<Row>>(columns.map((column) => [column.key, column]))
  const locale = useLocale()
  const visible = columns.flatMap(({ key, fields = [key] }): readonly string[] => (hidden.has(key) ? [] : fields))
  const removal = remove && can(`${list.name}.delete`) ? remove : undefined
  const sorting = useMemo(() => (state.sort ? [state.sort] : []), [state.sort])

  const table = useTable({
    features,
    columns: useDefinitions(columns, sortable, labelOf),
    data: page.items,
    getRowId: (row) => String(row.id),
    manualSorting: !hasAllRows,
    enableMultiSort: false,
    sortDescFirst: false,
    enableRowSelection: ({ original }) => !unselectable?.(original),
    state: {
      sorting,
      columnVisibility: Object.fromEntries([...hidden].map((key) => [key, false])),
      rowSelection: selection.rowSelection,
    },
    onSortingChange: (change) => {
      const [sort] = typeof change === 'function' ? change(sorting) : change
      void state.sortBy(sort ?? null)
    },
    onRowSelectionChange: selection.onRowSelectionChange,
  })

  return {
    list,
    filters,
    labelOf,
    tabLabelOf,
    nameOf,
    page,
    state,
    table,
    selection,
    /** For screen readers. */
    caption: list.caption ?? title,
    empty: textOf('empty'),
    paging: hasAllRows ? 'none' : (list.paging ?? 'page'),
    /** The column that links to the rows, and cannot be hidden. */
    linkColumn,
    /** On phones. */
    cardPlaces: cardPlaces(
      columns.filter(({ key }) => !hidden.has(key)),
      linkColumn,
    ),
    /** The column that takes the remaining width. */
    fillColumn:
      columns.find(({ width, key }) => width === undefined && !hidden.has(key))?.key ??
      table.getVisibleLeafColumns().at(-1)?.id,
    isNumeric: (id: string) => columns.some(({ key, kind }) => key === id && (kind === 'number' || kind === 'money')),
    ...layout,
    sortable: columns.filter(isSortable),
    hidden,
    toggleColumn: toggle,
    views,
    rowLink,
    /** Drags the row, or all selected rows if it is selected. */
    dragHandlers: (row: { original: Row; getIsSelected: () => boolean }) =>
      list.draggable && {
        onDragStart: ({ dataTransfer }: DragEvent) => {
          const rows = row.getIsSelected() ? table.getSelectedRowModel().rows : [row]
          dragRows(
            dataTransfer,
            rows.map(({ original }) => original.id),
          )
        },
      },
    contentOf: (row: Row, key: string) => {
      const column = columnOf.get(key)
      if (!column || column.render) return column?.render?.(row)
      const { kind = 'text', dictionary, alt, resource, id } = column
      const value = row[column.key]
      if (resource) return recordCell(resource, value, id && row[id], locale)
      return cellOf({ kind, dictionary, value, alt: alt && String(row[alt] ?? '') })
    },
    /** undefined: rows have no menu. */
    menuOf:
      rowLink || rowActions || removal || selection.isEnabled
        ? (row: Row): readonly RowAction[] => {
            const own = [
              ...(rowActions?.(row) ?? []),
              ...(removal
                ? [{ key: 'delete', label: t('delete'), danger: true, onSelect: () => setRemoving(row) }]
                : []),
            ]
            return [...own, ...selection.rowActionsOf(row).filter(({ key }) => !own.some((one) => one.key === key))]
          }
        : undefined,
    /** For the dialog that deletes a row. */
    removing: removal &&
      removing && {
        name: nameOf(removing),
        warning: removal.warning,
        undeletable: removal.undeletable?.(removing),
        send: () => removal.send(removing),
        onClose: () => setRemoving(undefined),
      },
    newPage: useNewPage(name),
    /** With the active filters. undefined: the list has no files, or the user may not export. */
    file: list.csv && can(`${list.name}.export`) ? fileOf(list, state.restrictions, visible, locale) : undefined,
  } as const
}

export type TableModel<Row extends { id: number }> = ReturnType<typeof useResourceTable<Row>>

/** `words`: XLSX in the user's language, with the visible columns, or all of `ownFile`. `codes`: CSV with all. */
function fileOf<Row extends { id: number }>(
  { csv, ownFile }: ResourceList<Row>,
  restrictions: Record<string, string>,
  columns: readonly string[],
  locale: string,
) {
  const urlOf = (more: Record<string, string>) => `${csv}?${new URLSearchParams({ ...restrictions, ...more })}`
  return {
    hasOwnColumns: ownFile ?? false,
    codes: urlOf({ format: 'csv' }),
    words: urlOf({ format: 'xlsx', ...(!ownFile && { columns: columns.join() }), labels: locale }),
  }
}

/** Rows with an empty cell are sorted last in both directions. */
function useDefinitions<Row extends { id: number }>(
  columns: readonly Column<Row>[],
  sortable: readonly string[],
  labelOf: (column: Column<Row>) => string,
) {
  const locale = useLocale()
  const { dictionaries } = useAdmin()
  const compare = useMemo(() => comparerOf(locale), [locale])
  const tagOf = (dictionary: string, value: string) =>
    dictionaries[dictionary]?.find((entry) => entry.value === value)?.label ?? value
  return columns.map(
    (column): ColumnDef<typeof features, Row> => ({
      id: column.key,
      accessorFn: (row) => comparableOf(column, row, tagOf),
      header: labelOf(column),
      ...(column.width !== undefined && { size: column.width }),
      enableSorting: sortable.includes(column.key),
      sortUndefined: 'last',
      sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
    }),
  )
}
