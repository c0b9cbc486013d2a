'use client'

import { ActionIcon, Code, CopyButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import classes from './copyable.module.css'

interface CopyableProps {
  text: string
  /** By default, `text`. */
  children?: ReactNode
}

export function Copyable({ text, children }: CopyableProps) {
  const t = useTranslations('admin.copy')
  return (
    <span className={classes.copyable}>
      {children ?? <Code>{text}</Code>}
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <>
            <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('label', { text })} onClick={copy}>
              {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
            </ActionIcon>
            <VisuallyHidden role="status">{copied && t('copied')}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </span>
  )
}
