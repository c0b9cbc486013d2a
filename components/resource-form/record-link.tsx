'use client'

import Link from 'next/link'
import type { MouseEvent, ReactNode } from 'react'
import { useOpenRecord } from './address'

/** A click that means another tab or window. */
export const isElsewhere = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0

interface RecordLinkProps {
  resource: string
  id: number
  className?: string
  children: ReactNode
}

/** Opens a record's form on this page without asking the server; in a tab of its own by the middle button. */
export function RecordLink({ resource, id, className, children }: RecordLinkProps) {
  const { addressOf, open } = useOpenRecord(resource)
  return (
    <Link
      href={addressOf(id)}
      prefetch={false}
      className={className}
      onClick={(event) => {
        if (isElsewhere(event)) return
        event.preventDefault()
        void open(id)
      }}
    >
      {children}
    </Link>
  )
}
