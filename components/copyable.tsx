'use client'

import { ActionIcon, Code, CopyButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import classes from './copyable.module.css'

/** A value with a button that copies it. */
export function Copyable({ text }: { text: string }) {
  const t = useTranslations('admin.copy')
  return (
    <span className={classes.copyable}>
      <Code>{text}</Code>
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
