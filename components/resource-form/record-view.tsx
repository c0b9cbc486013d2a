'use client'

import { CloseButton, Drawer, Group, Stack, Title } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import classes from './resource-form.module.css'

interface RecordViewProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** What can be done with it: buttons that stay in sight. */
  actions?: ReactNode
}

/** A record in a drawer that is only read: the same head and foot as a form has. */
export function RecordView({ title, onClose, children, actions }: RecordViewProps) {
  const t = useTranslations('form')
  return (
    <div className={classes.form}>
      <div className={classes.header}>
        <Drawer.Title>
          <Title order={2} size="h4" component="span">
            {title}
          </Title>
        </Drawer.Title>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      <Stack className={classes.view} gap="lg">
        {children}
      </Stack>
      {actions && (
        <div className={classes.footer}>
          <Group gap="xs" ml="auto">
            {actions}
          </Group>
        </div>
      )}
    </div>
  )
}
