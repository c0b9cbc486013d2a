'use client'

import { useState } from 'react'
import { remember } from '@/lib/admin/remember'
import { useAdmin } from '../shell/admin-context'

/** The hidden columns of a list: as declared initially, then as chosen in this browser. */
export function useHiddenColumns(list: string, columns: readonly { key: string; hidden?: boolean }[]) {
  const { remembered } = useAdmin()
  const chosen = remembered[`columns.${list}`]
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(chosen === undefined ? columns.filter((one) => one.hidden).map(({ key }) => key) : chosen.split(' ')),
  )
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    remember(`columns.${list}`, [...next].join(' '))
    setHidden(next)
  }
  return { hidden, toggle }
}
