'use client'

import { ActionIcon, Button, CopyButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import classes from './copy.module.css'

interface CopyProps {
  text: string
  label: string
  isInline?: boolean
}

export function Copy({ text, label, isInline = false }: CopyProps) {
  const t = useTranslations('copy')
  return (
    <CopyButton value={text}>
      {({ copied, copy }) =>
        isInline ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={label}
            onClick={copy}
            className={classes.icon}
          >
            {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
            <VisuallyHidden role="status">{copied && t('copied')}</VisuallyHidden>
          </ActionIcon>
        ) : (
          <Button size="compact-sm" variant="default" onClick={copy} aria-label={label} className={classes.copy}>
            <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
          </Button>
        )
      }
    </CopyButton>
  )
}
