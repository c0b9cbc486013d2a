'use client'

import { useState } from 'react'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { remember } from '@/lib/server/admin/remember'

const layouts = ['grid', 'table'] as const
export type Layout = (typeof layouts)[number]

/** Stored in this browser. A grid unless the user has chosen the table; without cards, always a table. */
export function useLayout(list: string, hasCards: boolean) {
  const { remembered } = useAdmin()
  const [chosen, setChosen] = useState<Layout>(remembered[`layout.${list}`] === 'table' ? 'table' : 'grid')
  return {
    layout: hasCards ? chosen : 'table',
    setLayout: (next: Layout) => {
      remember(`layout.${list}`, next)
      setChosen(next)
    },
  } as const
}
