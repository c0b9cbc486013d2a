'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { CreateButton } from '@/components/admin/resource-form/create-button'
import { RecordDrawer } from '@/components/admin/resource-form/record-drawer'
import { HydratedLater } from '@/components/ui/hydrated-later'
import type { Namespace, TabValue, TextName } from '@/lib/kit/i18n/text-name'
import type { DrawerOptions, LabeledList, ResourceList } from './declaration'
import { GridView } from './grid-view'
import { Pager } from './pager'
import classes from './resource-table.module.css'
import { NoRows } from './table-states'
import { TableTabs } from './table-tabs'
import { TableToolbar } from './table-toolbar'
import { TableView } from './table-view'
import { useResourceTable } from './use-resource-table'
import { useTopAfterPaging } from './use-top-after-paging'
import { ViewTabs } from './view-tabs'

const RowRemoval = dynamic(() => import('./row-removal'), { ssr: false })
const BulkBar = dynamic(() => import('./bulk-bar'), { ssr: false })

/** The state of the list is in the URL; the server reads the rows. */
export function ResourceTable<
  Row extends { id: number },
  Entity,
  Name extends Namespace,
  Texts extends Namespace = Name,
>(
  list: LabeledList<Row, TextName<Texts>, TabValue<Texts>> & { name: Name; texts?: Texts } & DrawerOptions<Entity>,
): ReactNode
export function ResourceTable<Row extends { id: number }, Entity>(list: ResourceList<Row> & DrawerOptions<Entity>) {
  const model = useResourceTable(list)
  const { page, state, paging, selection, newPage, layout, removing } = model
  const { name, form, read, actions, isWide } = list
  const isEmpty = page.items.length === 0
  const { q } = state.activeFilters
  const hint = q === undefined ? undefined : list.searchHint?.(q)
  const panel = useTopAfterPaging(state)
  const button = list.create && (form || newPage) && (
    <CreateButton resource={list.name} href={newPage}>
      {list.create}
    </CreateButton>
  )
  return (
    <section ref={panel} className={classes.panel} aria-label={model.caption}>
      <ViewTabs model={model} />
      {list.tabs && <TableTabs tabs={list.tabs} labelOf={model.tabLabelOf} state={state} page={page} />}
      <TableToolbar model={model}>
        {actions}
        {button}
      </TableToolbar>
      {isEmpty && <NoRows state={state} empty={model.empty} hint={hint} action={button} />}
      <HydratedLater>
        {!isEmpty && (layout === 'grid' ? <GridView model={model} /> : <TableView model={model} />)}
        {!(isEmpty && !state.isFiltered) && <Pager page={page} state={state} paging={paging} />}
      </HydratedLater>
      {selection.bar.selected.length > 0 && <BulkBar {...selection.bar} />}
      {removing && <RowRemoval {...removing} />}
      {form && (
        <RecordDrawer resource={name} rows={page.items} nameOf={list.nameOf} read={read} form={form} isWide={isWide} />
      )}
    </section>
  )
}
