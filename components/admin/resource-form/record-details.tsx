'use client'

import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from '@/components/ui/failure'
import { useRead } from '@/components/ui/use-read'
import classes from './resource-form.module.css'

interface RecordDetailsProps<T> {
  read: () => Promise<T>
  /** `reload`: after an action has changed the information. */
  children: (value: T, reload: () => void) => ReactNode
}

/** Read when the record's form opens. */
export function RecordDetails<T>({ read, children }: RecordDetailsProps<T>) {
  const { value, isFailed, reload } = useRead(read)
  if (isFailed) return <Failure order={3} onRetry={reload} />
  if (value !== undefined) return children(value, reload)
  return (
    <Stack gap="sm" aria-busy="true">
      <Skeleton height={20} width="40%" />
      <Skeleton height={48} />
      <Skeleton height={48} />
    </Stack>
  )
}

interface DetailsSectionProps {
  title: string
  /** Beside the title. */
  actions?: ReactNode
  children: ReactNode
}

export function DetailsSection({ title, actions, children }: DetailsSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionHead}>
        <h3>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  )
}
