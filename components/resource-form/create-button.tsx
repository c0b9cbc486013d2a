'use client'

import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCan } from '../shell/office-context'
import { useOpenRecord } from './address'

interface CreateButtonProps {
  resource: string
  /** For a list that is not the first thing on its page. */
  quiet?: boolean
  children: string
}

/** Opens the form for a new record; not there for whoever may not make one. */
export function CreateButton({ resource, quiet = false, children }: CreateButtonProps) {
  const can = useCan()
  const { open } = useOpenRecord(resource)
  if (!can(`${resource}.create`)) return null
  return (
    <Button
      size={quiet ? 'xs' : 'sm'}
      variant={quiet ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
      onClick={() => void open('new')}
    >
      {children}
    </Button>
  )
}
