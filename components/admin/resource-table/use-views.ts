'use client'

import { useState } from 'react'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { useRefresh } from '@/components/ui/refresh'
import type { Answer } from '@/lib/server/client'
import type { TableState } from './state'

export type SavedView = NonNullable<Answer<'GET /v1/user'>['views']>[number]

export function useViews(list: string, state: TableState) {
  const { views: stored } = useAdmin()
  const refresh = useRefresh()
  // Changes are shown before the page is read again.
  const [changed, setChanged] = useState({ stored, views: stored })
  const all = changed.stored === stored ? changed.views : stored
  const views = all.filter((view) => view.list === list)
  return {
    views,
    chosen: views.find(({ id }) => String(id) === state.view),
    put: (view: SavedView) => {
      const isNew = all.every(({ id }) => id !== view.id)
      setChanged({ stored, views: isNew ? [...all, view] : all.map((one) => (one.id === view.id ? view : one)) })
      refresh()
    },
    remove: (view: SavedView) => {
      setChanged({ stored, views: all.filter(({ id }) => id !== view.id) })
      refresh()
    },
  }
}
