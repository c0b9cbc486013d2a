'use client'

import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { useRefresh } from '@/components/ui/refresh'
import { useToast } from '@/components/ui/toast'
import { remember } from '@/lib/server/admin/remember'
import classes from './start.module.css'

interface HideableProps {
  title: string
  /** Beside the title. */
  note: string
  /** The browser remembers under this name that the section is hidden, and the page does not render it. */
  preference: string
  hide: string
  /** The message after hiding. */
  hidden: string
  children: ReactNode
}

/** In this browser. */
export function Hideable({ title, note, preference, hide, hidden, children }: HideableProps) {
  const t = useTranslations('toast')
  const id = useId()
  const toast = useToast()
  const refresh = useRefresh()
  const [isHidden, setHidden] = useState(false)
  const change = (next: boolean) => {
    remember(preference, next ? 'hidden' : '')
    setHidden(next)
    // Without a refresh, the router would show its cached page with the old state.
    refresh()
  }
  if (isHidden) return null
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <span className={classes.quiet}>{note}</span>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml="auto"
          onClick={() => {
            change(true)
            // The focused button is removed, so the focus moves to the main content.
            document.getElementById('main')?.focus({ preventScroll: true })
            toast.success(hidden, { label: t('undo'), onSelect: () => change(false) })
          }}
        >
          {hide}
        </Button>
      </div>
      {children}
    </section>
  )
}
