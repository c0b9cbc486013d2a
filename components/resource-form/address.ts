'use client'

import { useSearchParams } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { useCallback } from 'react'

/** The value of a record's parameter in the address, where a new one is meant. */
const newValue = 'new'

/** `/admin/banner?banner=new`: where the form for a new record of this resource is open. */
export const newRecord = (path: string, resource: string) => `${path}?${resource}=${newValue}`

/** Which record's form is open: its id, or a new one. */
type Opened = { id: number } | 'new' | undefined

/**
 * Which record of a resource is open stands in the address, so that it can be shared, opened in a tab, and left by
 * Back. Nothing is asked of the server for it.
 */
export function useOpenRecord(resource: string) {
  const [value, setValue] = useQueryState(resource, parseAsString.withOptions({ history: 'push', scroll: false }))
  const search = useSearchParams()
  const opened: Opened =
    value === newValue ? 'new' : value && /^[1-9]\d{0,9}$/.test(value) ? { id: Number(value) } : undefined
  /** The address of a record's form on this page, as a link needs it. */
  const addressOf = useCallback(
    (id: number) => {
      const wanted = new URLSearchParams(search)
      wanted.set(resource, String(id))
      return `?${wanted}`
    },
    [resource, search],
  )
  return {
    opened,
    addressOf,
    open: (record: number | 'new') => setValue(String(record)),
    close: () => setValue(null, { history: 'replace' }),
  }
}
