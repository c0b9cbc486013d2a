'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { leave } from '@/components/admin/resource-form/unsaved'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import { hasPage, recordPath } from '@/lib/server/admin/record-path'
import type { ResourceList } from './declaration'

/** A link to a row. The row opens on a page of its own, or in a drawer on the list. */
export interface RowLink<Row> {
  hrefOf: (row: Row) => string
  /** Opens the row in this tab. */
  open: (row: Row) => void
}

/** The links to the rows of a list; undefined: rows cannot be opened. */
export function useRowLink<Row extends { id: number }>({ name, form }: ResourceList<Row>): RowLink<Row> | undefined {
  const router = useRouter()
  const record = useRecordParam(name)
  const hrefOf = ({ id }: Row) => recordPath(name, id)
  if (hasPage(name)) return { hrefOf, open: (row) => leave(() => router.push(hrefOf(row))) }
  if (form) return { hrefOf: ({ id }) => record.hrefOf(id), open: ({ id }) => void record.open(id) }
}

/**
 * Returns the URL of the page for a new record; undefined: new records have no page. Also redirects to this page from
 * `?<resource>=new`, the parameter with which the command palette opens a new record on every list.
 */
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
