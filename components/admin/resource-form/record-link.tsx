'use client'

import type { MouseEvent, ReactNode } from 'react'
import { useRecordParam } from './use-record-param'

export const isNewTabClick = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0

interface OpenLinkProps {
  href: string
  className: string | undefined
  /** In this tab. */
  onOpen: () => void
  children: ReactNode
}

/** Calls `onOpen` only on a plain click. Outside the Next.js router: a click requests no page. */
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

/** Opens the form without requesting a page. */
export function RecordLink({ resource, id, className, children }: RecordLinkProps) {
  const { hrefOf, open } = useRecordParam(resource)
  return (
    <OpenLink href={hrefOf(id)} className={className} onOpen={() => void open(id)}>
      {children}
    </OpenLink>
  )
}
