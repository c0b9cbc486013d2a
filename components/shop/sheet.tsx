'use client'

import { Drawer } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './sheet.module.css'

interface SheetProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A panel from the bottom of the phone column, which keeps the focus until it is closed and then gives it back. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const t = useTranslations('storefront')
  // Rendered in the browser alone: sheets are loaded when they open.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="bottom"
      size="auto"
      classNames={{ inner: classes.inner, content: classes.content, title: classes.title }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Drawer>
  )
}
