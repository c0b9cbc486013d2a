'use client'

import { useState } from 'react'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { remember } from '@/lib/server/admin/remember'

const layouts = ['grid', 'table'] as const
export type Layout = (typeof layouts)[number]

/** The layout of a list. A list with cards is a grid, unless a table was chosen in this browser. */
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
