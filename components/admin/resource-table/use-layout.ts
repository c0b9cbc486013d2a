'use client'

import { useState } from 'react'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { remember } from '@/lib/server/admin/remember'

const layouts = ['grid', 'table'] as const
export type Layout = (typeof layouts)[number]

/**
 * Returns the layout of a list, and a function that stores another layout in this browser. A list with cards is a grid
 * unless the user has chosen the table. A list without cards is always a table.
 */
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
