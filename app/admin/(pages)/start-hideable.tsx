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
  /** The text beside the title of the section. */
  note: string
  /**
   * The name under which the browser remembers that the section is hidden. The page does not render a hidden section.
   */
  preference: string
  /** The label of the button that hides the section. */
  hide: string
  /** The message after the section was hidden. */
  hidden: string
  children: ReactNode
}

/** A section of the start page that can be hidden in this browser. */
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
