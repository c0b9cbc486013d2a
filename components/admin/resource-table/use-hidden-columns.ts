'use client'

import { useState } from 'react'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { remember } from '@/lib/server/admin/remember'

/** Of a saved view or the URL. Replaces the columns stored in this browser. */
interface Instead {
  shown: readonly string[]
  show: (columns: string[]) => void
}

/** Of `instead`, else the user's choice in this browser, else as declared. */
export function useHiddenColumns(
  list: string,
  columns: readonly { key: string; hidden?: boolean }[],
  instead: Instead | undefined,
) {
  const { remembered } = useAdmin()
  const chosen = remembered[`columns.${list}`]
  const [own, setOwn] = useState<ReadonlySet<string>>(
    () => new Set(chosen === undefined ? columns.filter((one) => one.hidden).map(({ key }) => key) : chosen.split(' ')),
  )
  const keys = columns.map(({ key }) => key)
  const hidden = instead ? new Set(keys.filter((key) => !instead.shown.includes(key))) : own
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    if (instead) {
      instead.show(keys.filter((one) => !next.has(one)))
      return
    }
    remember(`columns.${list}`, [...next].join(' '))
    setOwn(next)
  }
  return { hidden, toggle }
}
