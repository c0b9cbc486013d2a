'use client'

import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRecordCrumb } from '@/components/admin/frame/record-crumb'
import { useDrawerTitle } from './drawer-frame'
import classes from './resource-form.module.css'

interface RecordViewProps {
  title: string
  children: ReactNode
  /** In the sticky footer. */
  actions?: ReactNode
}

export function RecordView({ title, children, actions }: RecordViewProps) {
  useDrawerTitle(title)
  useRecordCrumb(title)
  return (
    <div className={classes.form}>
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
