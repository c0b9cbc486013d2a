'use client'

import { useOffice } from '@/components/shell/office-context'
import { trailTo } from '@/components/shell/routes'

/** Kinds of records that are shown on the page of another kind. */
const shownAt: Record<string, string> = { dict_type: 'dict' }

/** Kinds of records that have a page each; others open in a drawer over their list. */
const ownPages = new Set(['group'])

/** Where a record that the log names is shown; undefined where it has no page, or none that this person may open. */
export function useTargetAddress(type: string | null, id: string | null): string | undefined {
  const { routes } = useOffice()
  if (!type) return undefined
  const path = `/admin/${shownAt[type] ?? type}`
  if (trailTo(routes, path).length === 0) return undefined
  if (!id) return path
  return ownPages.has(type) ? `${path}/${id}` : `${path}?${type}=${id}`
}
