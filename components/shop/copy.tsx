'use client'

import { Button, CopyButton } from '@mantine/core'
import { useTranslations } from 'next-intl'
import classes from './copy.module.css'

/** Copies a text, and says so. */
export function Copy({ text, label }: { text: string; label: string }) {
  const t = useTranslations('copy')
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="compact-sm" variant="default" onClick={copy} aria-label={label} className={classes.copy}>
          <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
        </Button>
      )}
    </CopyButton>
  )
}
