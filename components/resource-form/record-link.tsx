'use client'

import Link from 'next/link'
import type { MouseEvent, ReactNode } from 'react'
import { useRecordParam } from './use-record-param'

/** Whether a click opens another tab or window. */
export const isNewTabClick = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0

interface RecordLinkProps {
  resource: string
  id: number
  className?: string
  children: ReactNode
}

/** Opens a record's form on this page without a request for a new page. It is a real link: a middle click opens a tab. */
export function RecordLink({ resource, id, className, children }: RecordLinkProps) {
  const { hrefOf, open } = useRecordParam(resource)
  return (
    <Link
      href={hrefOf(id)}
      prefetch={false}
      className={className}
      onClick={(event) => {
        if (isNewTabClick(event)) return
        event.preventDefault()
        void open(id)
      }}
    >
      {children}
    </Link>
  )
}
