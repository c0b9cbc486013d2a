'use client'

import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Suspense, useRef } from 'react'
import { DrawerFrame } from './drawer-frame'
import { type FormDrawerProps, FormSkeleton } from './form-drawer'
import { isInFront } from './in-front'
import classes from './resource-form.module.css'
import { leave } from './unsaved'

export default function OpenDrawer({ opened, formKey, title, isWide = false, onClose, children }: FormDrawerProps) {
  const content = useRef<HTMLDivElement>(null)
  // Opens after mounting, so that the previously focused element gets the focus back.
  const isMounted = useMounted()
  const close = () => {
    // The drawer receives every Escape key, also an Escape that closes a dialog above the drawer.
    if (isInFront(content.current)) leave(onClose)
  }
  return (
    <Drawer.Root opened={opened && isMounted} onClose={close} position="right" size={isWide ? 800 : 560} padding={0}>
      <Drawer.Overlay />
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
