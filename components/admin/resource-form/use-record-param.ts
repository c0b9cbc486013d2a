'use client'

import { useSearchParams } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { useCallback } from 'react'

const newValue = 'new'

/** undefined: no form is open. */
type Opened = { id: number } | 'new' | undefined

/** In the URL, so that it can be shared, and Back closes the form. Requests no page. */
export function useRecordParam(resource: string) {
  const [value, setValue] = useQueryState(resource, parseAsString.withOptions({ history: 'push', scroll: false }))
  const search = useSearchParams()
  const opened: Opened =
    value === newValue ? 'new' : value && /^[1-9]\d{0,9}$/.test(value) ? { id: Number(value) } : undefined
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
