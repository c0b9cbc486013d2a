'use client'

import { useState } from 'react'
import { remember } from '@/lib/admin/remember'
import { useAdmin } from '../shell/admin-context'

const layouts = ['grid', 'table'] as const
export type Layout = (typeof layouts)[number]

/** How a list is drawn. One that has cards is a grid, unless a table was chosen in this browser. */
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
