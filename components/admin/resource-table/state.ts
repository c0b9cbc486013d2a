'use client'

import { useTimeZone } from 'next-intl'
import {
  createParser,
  parseAsInteger,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs'
import { useMemo, useTransition } from 'react'
import { isRelative, resolveRelative } from '@/lib/kit/last-days'
import type { ShownFilter, Tabs } from './declaration'
import { type ListQuery, queryIn } from './views'

export const sizes = [20, 50, 100] as const
export type Size = (typeof sizes)[number]

const positive = parseAsInteger.withDefault(1)
const parseAsSize = parseAsNumberLiteral(sizes)

const parseAsId = createParser({
  parse: (value) => (/^[1-9]\d{0,9}$/.test(value) ? value : null),
  serialize: (value: string) => value,
})

const parseAsWhole = createParser({
  parse: (value) => (/^\d{1,9}$/.test(value) ? value : null),
  serialize: (value: string) => value,
})

/** ISO 8601, or a day relative to today. */
const parseAsMoment = createParser({
  parse: (value) => (isRelative(value) || !Number.isNaN(Date.parse(value)) ? value : null),
  serialize: (value: string) => value,
})

/** `-name`: descending. null for fields that are not in `sortable`. */
const parseAsSort = (sortable: readonly string[]) =>
  createParser<Sort>({
    parse: (value) => {
      const id = value.replace(/^-/, '')
      return sortable.includes(id) ? { id, desc: value.startsWith('-') } : null
    },
    serialize: ({ id, desc }) => (desc ? `-${id}` : id),
    eq: (a, b) => a.id === b.id && a.desc === b.desc,
  })

function parserOf(filter: ShownFilter) {
  if (filter.kind === 'choice') return parseAsStringLiteral(filter.options.map(({ value }) => value))
  if (filter.kind === 'span') return parseAsMoment
  if (filter.kind === 'prices' || filter.kind === 'numbers') return parseAsWhole
  return filter.kind === 'record' ? parseAsId : parseAsString
}

interface Known {
  parse: (value: string) => unknown
}

interface Sort {
  id: string
  desc: boolean
}

interface TableStateOptions {
  filters: readonly ShownFilter[]
  sortable: readonly string[]
  searchable: boolean
  tabs: Tabs | undefined
  /** Sorting then needs no request. */
  hasAllRows: boolean
}

/** Ignores invalid values. Changes request the page, except of the view, the columns, and the order of whole lists. */
export function useTableState({ filters, sortable, searchable, tabs, hasAllRows }: TableStateOptions) {
  const zone = useTimeZone() ?? 'UTC'
  const [isPending, startTransition] = useTransition()
  const options = { shallow: false, scroll: false, history: 'push', startTransition } as const
  const [position, setPosition] = useQueryStates(
    {
      page: positive,
      size: parseAsSize.withDefault(20),
      cursor: parseAsString,
      sort: parseAsSort(sortable),
    },
    options,
  )
  const parsers = Object.fromEntries(
    filters.flatMap((filter) =>
      ('until' in filter ? [filter.name, filter.until] : [filter.name]).map((name) => [name, parserOf(filter)]),
    ),
  )
  const [values, setValues] = useQueryStates({ ...parsers, ...(searchable && { q: parseAsString }) }, options)
  const parseAsTab = parseAsStringLiteral(tabs ? ['', ...tabs.values] : [])
  const [{ tab }, setTab] = useQueryStates({ tab: parseAsTab }, { ...options, urlKeys: { tab: tabs?.name ?? 'tab' } })
  // The URL parameters `view` and `shown` need no request.
  const [chosen, setChosen] = useQueryStates({ view: parseAsId, shown: parseAsString }, { ...options, shallow: true })
  const tabName = tabs?.name
  /** Parameters with days relative to today. A string, so that memoized values change only with the names. */
  const spans = filters.flatMap((filter) => (filter.kind === 'span' ? [filter.name, filter.until] : [])).join()
  const activeFilters = useMemo(
    () => Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    [values],
  )
  /** With the tab, by parameter name. Days may be relative to today. */
  const chosenParts = useMemo(
    () => ({ ...activeFilters, ...(tabName !== undefined && tab && { [tabName]: tab }) }),
    [activeFilters, tabName, tab],
  )
  /** `chosenParts` for a request: with moments instead of relative days. */
  const restrictions = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(chosenParts).map(([name, value]) => [
          name,
          spans.split(',').includes(name) ? resolveRelative(value, zone) : value,
        ]),
      ),
    [chosenParts, spans, zone],
  )
  /** Drops unknown, invalid and default values. */
  const understood = (query: ListQuery): ListQuery => {
    const known: Record<string, Known> = { ...parsers, size: parseAsSize, sort: parseAsSort(sortable) }
    if (searchable) known.q = parseAsString
    if (tabs) known[tabs.name] = parseAsTab
    const usual: ListQuery = { size: String(sizes[0]) }
    return Object.fromEntries(
      Object.entries(query).filter(
        ([name, value]) => value && value !== usual[name] && (known[name]?.parse(value) ?? null) !== null,
      ),
    )
  }
  const { sort, size } = position
  /** For storing as a view. */
  const query = understood({
    ...chosenParts,
    size: String(size),
    ...(sort && { sort: `${sort.desc ? '-' : ''}${sort.id}` }),
  })
  /** After a change of the listed rows. */
  const firstPage = { page: null, cursor: null }
  return {
    ...position,
    isPending,
    activeFilters,
    restrictions,
    query,
    /** From the stored text of a view. */
    queryOf: (text: string) => understood(queryIn(text)),
    /** null: no view is chosen. */
    view: chosen.view,
    chooseView: (view: number | null) => setChosen({ view: view === null ? null : String(view), shown: null }),
    /** Visible columns in the URL. */
    shown: chosen.shown?.split(','),
    show: (columns: readonly string[] | null) =>
      setChosen({ shown: columns?.join(',') ?? null }, { history: 'replace' }),
    /** `isPending` is true during the navigation. */
    open: (navigate: () => void) => startTransition(navigate),
    /** undefined: the list has no tabs. */
    tab: tabs && (tab ?? ''),
    /** Other than `all`. */
    isInTab: Boolean(tab),
    openTab: (value: string) => {
      void setPosition({ ...firstPage, sort: null })
      return setTab({ tab: value || null })
    },
    isFiltered: Object.keys(activeFilters).length > 0,
    goTo: (page: number) => setPosition({ page }),
    goToCursor: (cursor: string | null) => setPosition({ cursor, page: null }),
    setSize: (size: Size) => setPosition({ size, ...firstPage }),
    sortBy: (sort: Sort | null) => setPosition({ sort, ...firstPage }, { shallow: hasAllRows }),
    filter: (changed: Record<string, string | null>, history: 'push' | 'replace' = 'push') => {
      void setPosition(firstPage, { history })
      return setValues(changed, { history })
    },
    clear: () => {
      void setPosition(firstPage)
      return setValues(null)
    },
  }
}

export type TableState = ReturnType<typeof useTableState>
