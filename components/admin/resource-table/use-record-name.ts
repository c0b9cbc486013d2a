'use client'

import { useEffect, useState } from 'react'
import { useSession } from '@/components/ui/session'
import type { ShownFilter } from './declaration'

/** Of records in filters, since the page was loaded, by filter and record id. */
const names = new Map<string, string>()

const keyOf = (filter: ShownFilter, id: string) => `${filter.name} ${id}`

/** Until the page is loaded again. */
export const rememberName = (filter: ShownFilter, id: string, name: string) => void names.set(keyOf(filter, id), name)

/** Also of a record that is not in the list. undefined until read. */
export function useRecordName(filter: ShownFilter, id: string | undefined): string | undefined {
  const withSession = useSession()
  const [, setCount] = useState(0)
  const known = filter.kind === 'record' ? filter.known.find(({ value }) => value === id)?.label : undefined
  const name = known ?? (id === undefined ? undefined : names.get(keyOf(filter, id)))
  const find = filter.kind === 'record' ? filter.find : undefined
  const isUnknown = id !== undefined && name === undefined && find !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page makes a new function whenever it is drawn
  useEffect(() => {
    if (!isUnknown) return
    withSession(() => find(Number(id))).then(
      (option) => {
        if (option) rememberName(filter, id, option.label)
        setCount((count) => count + 1)
      },
      // The filter shows the number of the record, which may be deleted or hidden from the user.
      () => undefined,
    )
  }, [isUnknown, id])
  return name
}
