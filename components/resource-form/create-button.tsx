'use client'

import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import Link from 'next/link'
import { useCan } from '../shell/office-context'
import { useOpenRecord } from './address'

interface CreateButtonProps {
  resource: string
  /** For a list that is not the first thing on its page. */
  quiet?: boolean
  /** The page of a new record, where it is not a drawer. */
  href?: string | undefined
  children: string
}

/** Opens the form for a new record; not there for whoever may not make one. */
export function CreateButton({ resource, quiet = false, href, children }: CreateButtonProps) {
  const can = useCan()
  const { open } = useOpenRecord(resource)
  if (!can(`${resource}.create`)) return null
  const look = {
    size: quiet ? 'xs' : 'sm',
    variant: quiet ? 'default' : 'filled',
    leftSection: <IconPlus size={16} stroke={2} aria-hidden="true" />,
  }
  return href ? (
    <Button {...look} component={Link} href={href}>
      {children}
    </Button>
  ) : (
    <Button {...look} onClick={() => void open('new')}>
      {children}
    </Button>
  )
}
