'use client'

import { CloseButton, Drawer, Title } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import classes from './resource-form.module.css'

const TitleContext = createContext<((title: string) => void) | undefined>(undefined)

export function useDrawerTitle(title: string): void {
  const setTitle = use(TitleContext)
  useLayoutEffect(() => setTitle?.(title), [setTitle, title])
}

interface DrawerFrameProps {
  /** Until the content calls `useDrawerTitle`. */
  title: string
  onClose: () => void
  children: ReactNode
}

/** Has its title and button also while the content is loading. */
export function DrawerFrame({ title, onClose, children }: DrawerFrameProps) {
  const t = useTranslations('form')
  const [loadedTitle, setLoadedTitle] = useState<string>()
  return (
    <div className={classes.frame}>
      <div className={classes.header}>
        <Drawer.Title>
          <Title order={2} size="h4" component="span">
            {loadedTitle ?? title}
          </Title>
        </Drawer.Title>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      <TitleContext value={setLoadedTitle}>{children}</TitleContext>
    </div>
  )
}
