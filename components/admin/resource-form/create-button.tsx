'use client'

import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import Link from 'next/link'
import { useCan } from '@/components/admin/frame/admin-context'
import type { ResourceWith } from '@/lib/menu/elements'
import { useRecordParam } from './use-record-param'

interface CreateButtonProps {
  resource: ResourceWith<'create'>
  /** For a list that is not the main content of its page. */
  isSecondary?: boolean
  /** undefined: the form opens in a drawer. */
  href?: string | undefined
  children: string
}

/** Hidden from users without the permission. */
export function CreateButton({ resource, isSecondary = false, href, children }: CreateButtonProps) {
  const can = useCan()
  const { open } = useRecordParam(resource)
  if (!can(`${resource}.create`)) return null
  const buttonProps = {
    size: isSecondary ? 'xs' : 'sm',
    variant: isSecondary ? 'default' : 'filled',
    leftSection: <IconPlus size={16} stroke={2} aria-hidden="true" />,
  }
  return href ? (
    <Button {...buttonProps} component={Link} href={href}>
      {children}
    </Button>
  ) : (
    <Button {...buttonProps} onClick={() => void open('new')}>
      {children}
    </Button>
  )
}
