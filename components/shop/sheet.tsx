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
  /** Called by Escape and a tap outside; by default they close it, like its button and Back. */
  onDismiss?: () => void
  /** The screen below is still changing to another one, on which Back closes the sheet then. */
  isArriving?: boolean
  children: ReactNode
}

/** A panel from the bottom of the phone column, which keeps the focus until it is closed and then returns it. */
export function Sheet({ title, onClose, onDismiss = onClose, isArriving = false, children }: SheetProps) {
  const t = useTranslations('storefront')
  // Rendered only in the browser, because sheets are loaded when they open.
  const [opener] = useState(() => document.activeElement)
  useBackLayer(!isArriving, onClose)
  useEffect(
    () => () => {
      // The next content may already have the focus.
      if (document.activeElement !== document.body) return
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      // Not while the button is only busy: it gets the focus back itself when its action has ended.
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
