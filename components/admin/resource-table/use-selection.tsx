'use client'

import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { readAllRows } from './all-rows'
import { bulkRunOf } from './bulk-run'
import type { OnEnter, Page, ResourceList, RowAction } from './declaration'

/** Waits for confirmation. */
interface Task<Row> {
  key: string
  /** undefined: the action is for the selected rows. */
  row?: Row
}

/** Whole rows instead of ids, because they stay selected when other pages or filters are shown. */
export function useSelection<Row extends { id: number }>(
  { bulk = [], unselectable, readPage }: ResourceList<Row>,
  page: Page<Row>,
  filters: Record<string, string>,
  nameOf: (row: Row) => string,
) {
  const can = useCan()
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const [task, setTask] = useState<Task<Row>>()
  const actions = bulk.filter(({ element }) => can(element))
  const byId = (rows: readonly Row[]) => rows.map((row) => [String(row.id), row] as const)
  // Selected rows on this page are replaced by their latest state.
  const current = new Map(byId(page.items))
  const subject = new Map(
    [...(task?.row ? byId([task.row]) : selected)].map(([id, row]) => [id, current.get(id) ?? row] as const),
  )
  const namesOf = (rows: ReadonlyMap<string, Row>) => [...rows].map(([key, row]) => ({ key, name: nameOf(row) }))
  const rowSelection: RowSelectionState = Object.fromEntries([...selected.keys()].map((id) => [id, true]))
  const onRowSelectionChange: OnChangeFn<RowSelectionState> = (change) => {
    const next = typeof change === 'function' ? change(rowSelection) : change
    setSelected(new Map([...selected, ...byId(page.items)].filter(([id]) => next[id])))
  }
  return {
    /** The user may run a bulk action. */
    isEnabled: actions.length > 0,
    rowSelection,
    onRowSelectionChange,
    /** Empty if the row cannot be selected. */
    rowActionsOf: (row: Row): RowAction[] =>
      unselectable?.(row)
        ? []
        : actions
            .filter(({ applies }) => applies?.(row) ?? true)
            .map((action) => ({
              key: action.key,
              label: action.label,
              danger: !action.open && (action.danger ?? false),
              onSelect: () => (action.open ? action.open([row]) : setTask({ key: action.key, row })),
            })),
    bar: {
      selected: namesOf(subject),
      actions: actions.map((action) => {
        const rows = new Map([...subject].filter(([, row]) => action.applies?.(row) ?? true))
        const { key, label } = action
        const common = { key, label, items: namesOf(rows), most: action.most }
        if (action.open) return { ...common, open: () => action.open([...rows.values()]) }
        const { confirm, danger = false } = action
        const ask = action.ask && ((onEnter: OnEnter) => action.ask?.(onEnter, [...rows.values()]))
        const effectOf = (key: string, entered: string) => {
          const row = rows.get(key)
          return row && action.effect?.(row, entered)
        }
        const others = [...subject].flatMap(([key, row]) => (rows.has(key) ? [] : [row]))
        const explained = others.filter((row) => action.leftOut?.applies(row))
        const leftOut = explained.length > 0 ? action.leftOut?.render(explained) : undefined
        const skipped = others.length - explained.length
        return { ...common, confirm, danger, ask, effectOf, skipped, leftOut, ...bulkRunOf(action, rows) }
      }),
      total: page.total_capped ? undefined : page.total,
      confirming: task?.key,
      onConfirm: (key: string) => setTask({ key }),
      onKeep: (keys: ReadonlySet<string>) => {
        setTask(undefined)
        if (!task?.row) setSelected(new Map([...selected].filter(([key]) => keys.has(key))))
      },
      onSelectAll:
        readPage &&
        (async () => {
          const all = await readAllRows(readPage, filters)
          setSelected(new Map(byId(all.filter((row) => !unselectable?.(row)))))
        }),
    },
  }
}
