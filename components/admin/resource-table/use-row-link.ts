'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { leave } from '@/components/admin/resource-form/unsaved'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import { hasPage, recordPath } from '@/lib/server/admin/record-path'
import type { ResourceList } from './declaration'

/** To a page of its own, or a drawer on the list. */
export interface RowLink<Row> {
  hrefOf: (row: Row) => string
  /** In this tab. */
  open: (row: Row) => void
}

/** undefined: rows cannot be opened. */
export function useRowLink<Row extends { id: number }>({ name, form }: ResourceList<Row>): RowLink<Row> | undefined {
  const router = useRouter()
  const record = useRecordParam(name)
  const hrefOf = ({ id }: Row) => recordPath(name, id)
  if (hasPage(name)) return { hrefOf, open: (row) => leave(() => router.push(hrefOf(row))) }
  if (form) return { hrefOf: ({ id }) => record.hrefOf(id), open: ({ id }) => void record.open(id) }
}

/** undefined: no such page. Redirects from `?<resource>=new`, which the command palette opens on every list. */
export function useNewPage(name: string): string | undefined {
  const router = useRouter()
  const path = usePathname()
  const { opened } = useRecordParam(name)
  const page = hasPage(name) ? `${path}/new` : undefined
  const isRequested = page !== undefined && opened === 'new'
  useEffect(() => {
    if (isRequested) router.replace(page)
  }, [isRequested, page, router])
  return page
}
