'use client'

import { Skeleton, Stack } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useWasOpened } from '@/components/ui/use-was-opened'

const OpenDrawer = dynamic(() => import('./drawer'), { ssr: false })

export interface FormDrawerProps {
  opened: boolean
  /** When this key changes, the form starts over. */
  formKey?: string | number
  /** Until the form sets another title. */
  title: string
  /** For long texts and tables. */
  isWide?: boolean
  onClose: () => void
  /** `onClose` asks for confirmation if there are unsaved changes. */
  children: (onClose: () => void) => ReactNode
}

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
