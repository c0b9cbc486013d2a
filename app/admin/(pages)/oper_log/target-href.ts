'use client'

import { useMayOpen } from '@/components/admin/frame/admin-context'
import { listPath, recordPath } from '@/lib/server/admin/record-path'

/** The list for an entry without an id. undefined: no type, or the user may not open the list. */
export function useTargetHref(type: string | null, id: string | null): string | undefined {
  const mayOpen = useMayOpen()
  if (!type || !mayOpen(listPath(type))) return undefined
  return id ? recordPath(type, id) : listPath(type)
}
