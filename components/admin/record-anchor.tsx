'use client'

import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import { Link } from '@/components/ui/link'
import { listPath, recordPath } from '@/lib/server/admin/record-path'

interface RecordAnchorProps {
  /** As in the path of its list: `order` for `/admin/order`. */
  resource: string
  id: number
  children: ReactNode
}

/** Renders only the children for users who may not open that page. */
export function RecordAnchor({ resource, id, children }: RecordAnchorProps) {
  const mayOpen = useMayOpen()
  if (!mayOpen(listPath(resource))) return children
  return (
    // 24 px high, because links can be above each other: in a list, and on the card of a row on phones.
    <Anchor component={Link} href={recordPath(resource, id)} prefetch={false} inherit display="inline-block" lh="24px">
      {children}
    </Anchor>
  )
}
