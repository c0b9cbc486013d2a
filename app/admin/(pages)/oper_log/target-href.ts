'use client'

import { useMayOpen } from '@/components/admin/frame/admin-context'
import { listPath, recordPath } from '@/lib/server/admin/record-path'

/**
 * Returns the URL of the record that an entry of the audit log names; without an id, the URL of the list of records of
 * this type. undefined: the entry has no type, or the user may not open the list.
 */
export function useTargetHref(type: string | null, id: string | null): string | undefined {
  const mayOpen = useMayOpen()
  if (!type || !mayOpen(listPath(type))) return undefined
  return id ? recordPath(type, id) : listPath(type)
}
