'use client'

import {
  createParser,
  parseAsInteger,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs'
import { useMemo, useTransition } from 'react'
import type { Filter } from './declaration'

/** How many rows a page may have. */
export const sizes = [20, 50, 100] as const
export type Size = (typeof sizes)[number]

const positive = parseAsInteger.withDefault(1)

const parseAsId = createParser({
  parse: (value) => (/^[1-9]\d{0,9}$/.test(value) ? value : null),
  serialize: (value: string) => value,
})

function parserOf(filter: Filter) {
  if (filter.kind === 'choice') return parseAsStringLiteral(filter.options.map(({ value }) => value))
  return filter.kind === 'record' ? parseAsId : parseAsString
}

interface Declared {
  filters: readonly Filter[]
  /** Fields that the endpoint can order by. */
  sortable: readonly string[]
  searchable: boolean
}

/**
 * What of a list is chosen in the address: page, size, order and filters, in one grammar for all lists. A value that
 * does not fit counts as absent. Every change asks the server for the page anew; `isPending` until it is there.
 */
export function useTableState({ filters, sortable, searchable }: Declared) {
  const [isPending, startTransition] = useTransition()
  const options = { shallow: false, scroll: false, history: 'push', startTransition } as const
  const [place, setPlace] = useQueryStates(
    {
      page: positive,
      size: parseAsNumberLiteral(sizes).withDefault(20),
      cursor: parseAsString,
      sort: parseAsStringLiteral(sortable.flatMap((field) => [field, `-${field}`])),
    },
    options,
  )
  const parsers = Object.fromEntries(
    filters.flatMap((filter) =>
      (filter.kind === 'span' ? [filter.name, filter.until] : [filter.name]).map((name) => [name, parserOf(filter)]),
    ),
  )
  const [values, setValues] = useQueryStates({ ...parsers, ...(searchable && { q: parseAsString }) }, options)
  const chosen = useMemo(
    () => Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    [values],
  )
  /** Whatever changes what is listed begins at its first page. */
  const restart = { page: null, cursor: null }
  return {
    ...place,
    isPending,
    /** The filters that are set, by the names of their parameters. */
    chosen,
    isFiltered: Object.keys(chosen).length > 0,
    goTo: (page: number) => setPlace({ page }),
    follow: (cursor: string | null) => setPlace({ cursor, page: null }),
    resize: (size: Size) => setPlace({ size, ...restart }),
    sortBy: (sort: string | null) => setPlace({ sort, ...restart }),
    filter: (changed: Record<string, string | null>, history: 'push' | 'replace' = 'push') => {
      void setPlace(restart, { history })
      return setValues(changed, { history })
    },
    clear: () => {
      void setPlace(restart)
      return setValues(null)
    },
  }
}

export type TableState = ReturnType<typeof useTableState>
