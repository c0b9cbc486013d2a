'use client'

import { ActionIcon, Checkbox, Popover, Stack, Table } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconDownload, IconSelector } from '@tabler/icons-react'
import {
  type ColumnDef,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useOpenRecord } from '../resource-form/address'
import { CreateButton } from '../resource-form/create-button'
import { RecordDrawer, type RecordFormProps } from '../resource-form/record-drawer'
import { isElsewhere, RecordLink } from '../resource-form/record-link'
import { leave } from '../resource-form/unsaved'
import { useCan, useOffice, useTrail } from '../shell/office-context'
import { remember } from '../shell/remember'
import { readAllRows } from './all-rows'
import { Cell } from './cell'
import type { BulkAction, Column, Filter, Page } from './declaration'
import { Filters } from './filters'
import { Pager } from './pager'
import classes from './resource-table.module.css'
import { useTableState } from './state'
import { NoRows } from './table-states'

// Loaded with the first row that is chosen.
const BulkBar = dynamic(() => import('./bulk-bar'), { ssr: false })

const features = tableFeatures({ columnSizingFeature, columnVisibilityFeature, rowSelectionFeature, rowSortingFeature })

interface ResourceTableProps<Row extends { id: number }> {
  /** The resource: names the elements that show its buttons, and under which its columns are remembered. */
  name: string
  /** What the table holds, for those who do not see it; as the page is called, where there is no other on it. */
  caption?: string
  /** What the server answered: a page of rows, or all of them. */
  rows: Page<Row> | Row[]
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  /** What the search field looks in. */
  search?: string
  /** `cursor` for what grows without end: there is no last page to jump to. */
  paging?: 'page' | 'cursor'
  /** The page of a row. */
  hrefOf?: (row: Row) => string
  /** The form of a row, which opens in a drawer; loaded when it is first needed. */
  form?: ComponentType<RecordFormProps<Row>>
  /** Of the drawer, in pixels, where a record has much to show. */
  drawerWidth?: number
  /** Fetches a row that is not listed, for whoever comes by its address. */
  read?: (id: number) => Promise<Row>
  /** What the button says that opens an empty form, or the page for a new record beside those of the others. */
  create?: string
  bulk?: readonly BulkAction<Row>[]
  /** Why a row cannot be chosen for them. */
  protects?: (row: Row) => string | undefined
  /** How a row is called where it is spoken of. */
  nameOf?: (row: Row) => string
  /** Reads a page of the same list by these parameters: with it, all that match can be chosen at once. */
  readPage?: (query: Record<string, string>) => Promise<{ items: Row[] }>
  /** The address of the list, where it is answered as a file too. */
  csv?: string
  /** What else stands beside the button for a new record. */
  actions?: ReactNode
  /** Said where there is nothing yet. */
  empty?: string
}

/**
 * A list with everything that lists have, from what a page declares: columns, filters, order, pages, selection, file,
 * and what is said when there is nothing. What is chosen stands in the address; the server reads the rows.
 */
export function ResourceTable<Row extends { id: number }>(props: ResourceTableProps<Row>) {
  const { name, rows, columns, filters = [], search, hrefOf, form, create, bulk = [] } = props
  const { nameOf, readPage, csv, protects } = props
  const title = useTrail().at(-1)?.title
  const caption = props.caption ?? title
  const t = useTranslations('table')
  const router = useRouter()
  const path = usePathname()
  const can = useCan()
  const page: Page<Row> = useMemo(() => (Array.isArray(rows) ? { items: rows, size: rows.length } : rows), [rows])
  const paging = Array.isArray(rows) ? 'none' : (props.paging ?? 'page')
  const sortable = columns.filter(({ sort }) => sort).map(({ key }) => key)
  const state = useTableState({ filters, sortable, searchable: search !== undefined })
  const record = useOpenRecord(name)
  const { hidden, toggle } = useHiddenColumns(name, columns)
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const actions = bulk.filter(({ element }) => can(element))
  const opens = hrefOf ?? (form ? (row: Row) => record.addressOf(row.id) : undefined)

  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.key,
          accessorFn: (row) => row[column.key],
          header: column.label,
          ...(column.width !== undefined && { size: column.width }),
          enableSorting: column.sort ?? false,
          cell: ({ row }) =>
            column.render?.(row.original) ?? (
              <Cell kind={column.kind ?? 'text'} dictionary={column.dictionary} value={row.original[column.key]} />
            ),
        }),
      ),
    [columns],
  )
  const sorted = state.sort ? { id: state.sort.replace('-', ''), desc: state.sort.startsWith('-') } : undefined
  const table = useTable({
    features,
    columns: definitions,
    data: page.items,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    enableRowSelection: ({ original }) => !protects?.(original),
    state: {
      sorting: sorted ? [sorted] : [],
      columnVisibility: Object.fromEntries([...hidden].map((key) => [key, false])),
      rowSelection: chosenIn(picked),
    },
    onRowSelectionChange: (change) => {
      const before = chosenIn(picked)
      const after = typeof change === 'function' ? change(before) : change
      const known = new Map([...picked, ...page.items.map((row) => [String(row.id), row] as const)])
      setPicked(new Map([...known].filter(([id]) => after[id])))
    },
  })

  const follow = (row: Row) => {
    if (hrefOf) leave(() => router.push(hrefOf(row)))
    else void record.open(row.id)
  }
  const shown = table.getVisibleLeafColumns()
  const elastic = columns.find(({ width, key }) => width === undefined && !hidden.has(key))?.key ?? shown.at(-1)?.id
  const choosing = actions.length > 0 ? 44 : 0
  const widest = shown.reduce((sum, column) => sum + (column.id === elastic ? 180 : column.getSize()), choosing)
  const exportAddress =
    csv && can(`${name}.export`) && `${csv}?${new URLSearchParams({ ...state.chosen, format: 'csv' })}`
  const isEmpty = page.items.length === 0
  const newPage = hrefOf && `${path}/new`
  const button = create && (form || newPage) && (
    <CreateButton resource={name} href={newPage}>
      {create}
    </CreateButton>
  )
  // Whoever begins a record from the palette comes to its list, whatever its form is.
  const isBegun = newPage !== undefined && record.opened === 'new'
  useEffect(() => {
    if (isBegun) router.replace(newPage)
  }, [isBegun, newPage, router])
  return (
    <section className={classes.panel} aria-label={caption}>
      <div className={classes.toolbar}>
        <Filters filters={filters} state={state} search={search} />
        <div className={classes.tools}>
          {columns.length > 3 && <ColumnsMenu columns={columns} hidden={hidden} toggle={toggle} />}
          {exportAddress && (
            <ActionIcon
              component="a"
              href={exportAddress}
              download
              variant="default"
              size={34}
              aria-label={t('export')}
              title={t('export')}
            >
              <IconDownload size={18} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          )}
          {props.actions}
          {button}
        </div>
      </div>
      {isEmpty ? (
        <NoRows state={state} empty={props.empty} action={button} />
      ) : (
        <Table.ScrollContainer
          minWidth={widest}
          type="native"
          className={classes.scroll}
          // Where nothing in it takes the focus, keyboards scroll it by itself.
          {...(!opens && { tabIndex: 0, role: 'group', 'aria-label': caption })}
        >
          <Table
            layout="fixed"
            highlightOnHover={opens !== undefined}
            tabularNums
            aria-busy={state.isPending}
            className={classes.table}
          >
            <caption className={classes.unseen}>{caption}</caption>
            <colgroup>
              {actions.length > 0 && <col style={{ width: choosing }} />}
              {shown.map((column) => (
                <col key={column.id} style={column.id === elastic ? undefined : { width: column.getSize() }} />
              ))}
            </colgroup>
            <Table.Thead>
              {table.getHeaderGroups().map((group) => (
                <Table.Tr key={group.id}>
                  {actions.length > 0 && (
                    <Table.Th>
                      <Checkbox
                        size="xs"
                        aria-label={t('selectPage')}
                        checked={table.getIsAllRowsSelected()}
                        indeterminate={table.getIsSomeRowsSelected()}
                        onChange={table.getToggleAllRowsSelectedHandler()}
                      />
                    </Table.Th>
                  )}
                  {group.headers.map((header) => {
                    const direction = sorted?.id === header.column.id && (sorted.desc ? 'descending' : 'ascending')
                    const label = <table.FlexRender header={header} />
                    const numeric = isNumeric(columns, header.column.id)
                    return (
                      <Table.Th
                        key={header.id}
                        scope="col"
                        data-numeric={numeric || undefined}
                        aria-sort={header.column.getCanSort() ? direction || 'none' : undefined}
                      >
                        {header.column.getCanSort() ? (
                          <button
                            type="button"
                            className={classes.sort}
                            data-sorted={direction || undefined}
                            onClick={() => void state.sortBy(nextOrder(header.column.id, state.sort))}
                          >
                            {label}
                            <SortIcon direction={direction} />
                          </button>
                        ) : (
                          label
                        )}
                      </Table.Th>
                    )
                  })}
                </Table.Tr>
              ))}
            </Table.Thead>
            <Table.Tbody>
              {table.getRowModel().rows.map((row) => (
                <Table.Tr
                  key={row.id}
                  data-opens={opens !== undefined || undefined}
                  data-chosen={row.getIsSelected() || undefined}
                  {...(opens && openingRow(opens(row.original), () => follow(row.original)))}
                >
                  {actions.length > 0 && (
                    <Table.Td>
                      <Checkbox
                        size="xs"
                        aria-label={t('selectRow', { name: nameOf?.(row.original) ?? row.id })}
                        title={protects?.(row.original)}
                        disabled={!row.getCanSelect()}
                        checked={row.getIsSelected()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </Table.Td>
                  )}
                  {row.getVisibleCells().map((cell, index) => {
                    const content = <table.FlexRender cell={cell} />
                    return (
                      <Table.Td key={cell.id} data-numeric={isNumeric(columns, cell.column.id) || undefined}>
                        {index > 0 || !opens ? (
                          content
                        ) : hrefOf ? (
                          <Link href={hrefOf(row.original)} prefetch={false} className={classes.opener}>
                            {content}
                          </Link>
                        ) : (
                          <RecordLink resource={name} id={row.original.id} className={classes.opener}>
                            {content}
                          </RecordLink>
                        )}
                      </Table.Td>
                    )
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {!(isEmpty && !state.isFiltered) && <Pager page={page} state={state} paging={paging} />}
      {picked.size > 0 && (
        <BulkBar
          picked={[...picked].map(([key, row]) => ({ key, name: nameOf?.(row) ?? `#${key}` }))}
          actions={actions.map(({ run, ...action }) => ({
            ...action,
            run: async (key: string) => {
              const row = picked.get(key)
              if (row) await run(row)
            },
          }))}
          onKeep={(keys) => setPicked(new Map([...picked].filter(([key]) => keys.has(key))))}
          total={page.total_capped ? undefined : page.total}
          onAll={
            readPage &&
            (async () => {
              const all = (await readAllRows(readPage, state.chosen)).filter((row) => !protects?.(row))
              setPicked(new Map(all.map((row) => [String(row.id), row])))
            })
          }
        />
      )}
      {form && (
        <RecordDrawer resource={name} rows={page.items} read={props.read} form={form} width={props.drawerWidth} />
      )}
    </section>
  )
}

const chosenIn = (picked: ReadonlyMap<string, unknown>): Record<string, true> =>
  Object.fromEntries([...picked.keys()].map((id): [string, true] => [id, true]))

const isNumeric = (columns: readonly { key: string; kind?: string }[], id: string) =>
  ['number', 'money'].includes(columns.find(({ key }) => key === id)?.kind ?? '')

/** Ascending, descending, then the list's own order again. */
const nextOrder = (field: string, sort: string | null) =>
  sort === field ? `-${field}` : sort === `-${field}` ? null : field

/** A click anywhere in the row opens it; the middle button opens it in a tab. Keyboards have the link in its first cell. */
function openingRow(address: string, follow: () => void) {
  const isOwn = ({ target }: MouseEvent) =>
    !(target instanceof Element) || !target.closest('a, button, input, label, [role="menuitem"]')
  return {
    onClick: (event: MouseEvent) => {
      if (!isOwn(event) || getSelection()?.toString()) return
      if (isElsewhere(event)) open(address, '_blank', 'noopener')
      else follow()
    },
    onAuxClick: (event: MouseEvent) => {
      if (isOwn(event) && event.button === 1) open(address, '_blank', 'noopener')
    },
  }
}

function SortIcon({ direction }: { direction: 'ascending' | 'descending' | false }) {
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconSelector
  return <Icon size={14} stroke={2} aria-hidden="true" />
}

interface Hideable {
  key: string
  label: string
  hidden?: boolean
}

/** Which columns are hidden: as declared at first, then as this browser's person chose. */
function useHiddenColumns(name: string, columns: readonly Hideable[]) {
  const { remembered } = useOffice()
  const chosen = remembered[`columns.${name}`]
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(chosen === undefined ? columns.filter((one) => one.hidden).map(({ key }) => key) : chosen.split(' ')),
  )
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    remember(`columns.${name}`, [...next].join(' '))
    setHidden(next)
  }
  return { hidden, toggle }
}

interface ColumnsMenuProps {
  columns: readonly Hideable[]
  hidden: ReadonlySet<string>
  toggle: (key: string) => void
}

function ColumnsMenu({ columns, hidden, toggle }: ColumnsMenuProps) {
  const t = useTranslations('table')
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={34} aria-label={t('columns')} title={t('columns')}>
          <IconColumns3 size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap="xs">
          {/* The first is the one that opens the row. */}
          {columns.slice(1).map(({ key, label }) => (
            <Checkbox key={key} size="sm" label={label} checked={!hidden.has(key)} onChange={() => toggle(key)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
