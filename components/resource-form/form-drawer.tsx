'use client'

import { Drawer, Skeleton, Stack } from '@mantine/core'
import { type ReactNode, Suspense, useRef } from 'react'
import { DrawerFrame } from './drawer-frame'
import { isInFront } from './in-front'
import classes from './resource-form.module.css'
import { leave } from './unsaved'

interface FormDrawerProps {
  opened: boolean
  /** The form starts anew when it changes. */
  formKey?: string | number
  /** Shown until the form sets its own. */
  title: string
  /** In pixels. */
  width?: number
  onClose: () => void
  /** The form. It gets what closes the drawer, after a confirmation if there are unsaved changes. */
  children: (onClose: () => void) => ReactNode
}

/** A drawer with a form, which may be loaded on use. */
export function FormDrawer({ opened, formKey, title, width = 480, onClose, children }: FormDrawerProps) {
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    // The drawer hears of every Escape, also of one that closes a dialog over it.
    if (isInFront(content.current)) leave(onClose)
  }
  return (
    <Drawer.Root opened={opened} onClose={close} position="right" size={width} padding={0}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content ref={content} className={classes.drawer}>
        {opened && (
          <DrawerFrame key={formKey} title={title} onClose={close}>
            <Suspense fallback={<FormSkeleton />}>{children(close)}</Suspense>
          </DrawerFrame>
        )}
      </Drawer.Content>
    </Drawer.Root>
  )
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
