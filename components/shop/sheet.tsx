'use client'

import { Drawer } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { catchFocus } from '@/components/ui/main-focus'
import { useBackLayer } from './back-layers'
import classes from './sheet.module.css'

interface SheetProps {
  title: string
  onClose: () => void
  /** By Escape and a tap outside. By default `onClose`, which the close button and Back always call. */
  onDismiss?: () => void
  /** Back does not close the sheet while the screen below is still changing. */
  isArriving?: boolean
  children: ReactNode
}

/** Keeps the focus while open; then the element that opened it gets the focus. */
export function Sheet({ title, onClose, onDismiss = onClose, isArriving = false, children }: SheetProps) {
  const t = useTranslations('storefront')
  // Rendered only in the browser, because sheets are loaded when they open.
  const [opener] = useState(() => document.activeElement)
  useBackLayer(!isArriving, onClose)
  useEffect(
    () => () => {
      // The content that opens next may have the focus already.
      if (document.activeElement !== document.body) return
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      // Only if the button was removed: a disabled one gets the focus back by itself.
      if (!opener?.isConnected) catchFocus()
    },
    [opener],
  )
  return (
    <Drawer
      opened
      onClose={onDismiss}
      title={title}
      position="bottom"
      size="auto"
      data-sheet
      classNames={{ inner: classes.inner, content: classes.content, title: classes.title, close: classes.close }}
      closeButtonProps={{ 'aria-label': t('close'), iconSize: 20, ...(onDismiss !== onClose && { onClick: onClose }) }}
    >
      {children}
    </Drawer>
  )
}
