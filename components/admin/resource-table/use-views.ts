'use client'

import { useState } from 'react'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { useRefresh } from '@/components/ui/refresh'
import type { Answer } from '@/lib/server/client'
import type { TableState } from './state'

export type SavedView = NonNullable<Answer<'GET /v1/user'>['views']>[number]

/** Returns the user's saved views of a list, and the chosen view. */
export function useViews(list: string, state: TableState) {
  const { views: stored } = useAdmin()
  const refresh = useRefresh()
  // The page has the former views until it is read again. Changes are shown before that.
  const [changed, setChanged] = useState({ stored, views: stored })
  const all = changed.stored === stored ? changed.views : stored
  const views = all.filter((view) => view.list === list)
  return {
    views,
    chosen: views.find(({ id }) => String(id) === state.view),
    /** Adds or replaces a view in the list of views after it was saved. */
    put: (view: SavedView) => {
      const isNew = all.every(({ id }) => id !== view.id)
      setChanged({ stored, views: isNew ? [...all, view] : all.map((one) => (one.id === view.id ? view : one)) })
      refresh()
    },
    /** Removes a view from the list of views after it was deleted. */
    remove: (view: SavedView) => {
      setChanged({ stored, views: all.filter(({ id }) => id !== view.id) })
      refresh()
    },
  }
}
