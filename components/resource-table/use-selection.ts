'use client'

import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { useCan } from '../shell/admin-context'
import { readAllRows } from './all-rows'
import { bulkRunOf } from './bulk-run'
import type { Page, ResourceList } from './declaration'

/**
 * The rows selected for bulk actions. They stay selected on other pages and with other filters, so the rows themselves
 * are stored.
 */
export function useSelection<Row extends { id: number }>(
  { bulk = [], nameOf, unselectable, readPage }: ResourceList<Row>,
  page: Page<Row>,
  filters: Record<string, string>,
) {
  const can = useCan()
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const actions = bulk.filter(({ element }) => can(element))
  const byId = (rows: readonly Row[]) => rows.map((row) => [String(row.id), row] as const)
  const rowSelection: RowSelectionState = Object.fromEntries([...selected.keys()].map((id) => [id, true]))
  const onRowSelectionChange: OnChangeFn<RowSelectionState> = (change) => {
    const next = typeof change === 'function' ? change(rowSelection) : change
    setSelected(new Map([...selected, ...byId(page.items)].filter(([id]) => next[id])))
  }
  return {
    /** The user may run at least one bulk action. */
    isEnabled: actions.length > 0,
    rowSelection,
    onRowSelectionChange,
    /** The props of `BulkBar`. */
    bar: {
      selected: [...selected].map(([key, row]) => ({ key, name: nameOf?.(row) ?? `#${key}` })),
      actions: actions.map((action) =>
        action.open
          ? { ...action, open: () => action.open([...selected.values()]) }
          : { ...action, ...bulkRunOf(action, selected) },
      ),
      total: page.total_capped ? undefined : page.total,
      onKeep: (keys: ReadonlySet<string>) => setSelected(new Map([...selected].filter(([key]) => keys.has(key)))),
      onSelectAll:
        readPage &&
        (async () => {
          const all = await readAllRows(readPage, filters)
          setSelected(new Map(byId(all.filter((row) => !unselectable?.(row)))))
        }),
    },
  }
}
