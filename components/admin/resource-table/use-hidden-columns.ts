'use client'

import { useState } from 'react'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { remember } from '@/lib/server/admin/remember'

/** Temporarily visible columns, instead of the stored ones of this browser. */
interface Instead {
  shown: readonly string[]
  show: (columns: string[]) => void
}

/** The hidden columns of a list: by default as declared, then as chosen in this browser, or as in a view. */
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
