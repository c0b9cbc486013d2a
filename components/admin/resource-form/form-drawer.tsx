'use client'

import { Skeleton, Stack } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useWasOpened } from '@/components/ui/use-was-opened'

// Loaded on first use.
const OpenDrawer = dynamic(() => import('./drawer'), { ssr: false })

export interface FormDrawerProps {
  opened: boolean
  /** The identity of the form's content. When this key changes, the form starts over. */
  formKey?: string | number
  /** The title of the drawer until the form sets another title. */
  title: string
  /** Whether the drawer is wide, for long texts and tables. */
  isWide?: boolean
  onClose: () => void
  /** Renders the form. `onClose` closes the drawer, after a confirmation if there are unsaved changes. */
  children: (onClose: () => void) => ReactNode
}

/** A drawer with a form. The code of the drawer is loaded when it opens for the first time. */
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
