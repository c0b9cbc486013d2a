'use client'

import type { MouseEvent, ReactNode } from 'react'
import { useRecordParam } from './use-record-param'

/** Whether a click opens a link in another tab or window instead of this tab. */
export const isNewTabClick = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0

interface OpenLinkProps {
  href: string
  className: string | undefined
  /** Opens the link in this tab. */
  onOpen: () => void
  children: ReactNode
}

/**
 * A link that calls `onOpen` on a plain click. Other clicks, such as a middle click, open `href` in a new tab or
 * window. Works outside the Next.js router, so that a click requests no page.
 */
export const OpenLink = ({ href, className, onOpen, children }: OpenLinkProps) => (
  <a
    href={href}
    className={className}
    onClick={(event) => {
      if (isNewTabClick(event)) return
      event.preventDefault()
      onOpen()
    }}
  >
    {children}
  </a>
)

interface RecordLinkProps {
  resource: string
  id: number
  className?: string
  children: ReactNode
}

/**
 * A link that opens a record's form on this page without requesting a page. Users can also open the link in a new tab.
 */
export function RecordLink({ resource, id, className, children }: RecordLinkProps) {
  const { hrefOf, open } = useRecordParam(resource)
  return (
    <OpenLink href={hrefOf(id)} className={className} onOpen={() => void open(id)}>
      {children}
    </OpenLink>
  )
}
