'use client'

import { useSearchParams } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { useCallback } from 'react'

/** The value of the URL parameter for a new record. */
const newValue = 'new'

/** The record whose form is open; `new`: the form for a new record; undefined: no form is open. */
type Opened = { id: number } | 'new' | undefined

/**
 * Keeps the open record of a list in the URL. The URL can be shared or opened in a tab, and Back closes the form.
 * Opening and closing send no request for the page.
 */
export function useRecordParam(resource: string) {
  const [value, setValue] = useQueryState(resource, parseAsString.withOptions({ history: 'push', scroll: false }))
  const search = useSearchParams()
  const opened: Opened =
    value === newValue ? 'new' : value && /^[1-9]\d{0,9}$/.test(value) ? { id: Number(value) } : undefined
  /** Returns the URL that opens the form of a record on this page. */
  const hrefOf = useCallback(
    (id: number) => {
      const wanted = new URLSearchParams(search)
      wanted.set(resource, String(id))
      return `?${wanted}`
    },
    [resource, search],
  )
  return {
    opened,
    hrefOf,
    open: (record: number | 'new') => setValue(String(record)),
    close: () => setValue(null, { history: 'replace' }),
  }
}
