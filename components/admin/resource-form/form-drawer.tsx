'use client'

import { Skeleton, Stack } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useWasOpened } from '@/components/ui/use-was-opened'

// Loaded on first use.
const OpenDrawer = dynamic(() => import('./drawer'), { ssr: false })

export interface FormDrawerProps {
  opened: boolean
  /** The form starts over when it changes. */
  formKey?: string | number
  /** Shown until the form sets its own title. */
  title: string
  /** For long texts and tables. */
  isWide?: boolean
  onClose: () => void
  /** The form. Its argument closes the drawer, after a confirmation if there are unsaved changes. */
  children: (onClose: () => void) => ReactNode
}

/** A drawer with a form, which may be loaded on use. */
export function FormDrawer(props: FormDrawerProps) {
  return useWasOpened(props.opened) && <OpenDrawer {...props} />
}

export function FormSkeleton() {
  return (
    <Stack p="lg" gap="lg" aria-busy="true">
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <Skeleton key={key} height={56} />
      ))}
    </Stack>
  )
}
