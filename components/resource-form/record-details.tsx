'use client'

import { Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Failure } from '../failure'
import { useSession } from '../shell/session'
import classes from './resource-form.module.css'

interface RecordDetailsProps<T> {
  read: () => Promise<T>
  /** `reload` reads the value again, after an action has changed it. */
  children: (value: T, reload: () => void) => ReactNode
}

/** Further information about a record, read when its form opens. */
export function RecordDetails<T>({ read, children }: RecordDetailsProps<T>) {
  const withSession = useSession()
  const [result, setResult] = useState<{ value: T } | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the form opens and on reload
  useEffect(() => {
    let isCancelled = false
    withSession(read).then(
      (value) => !isCancelled && setResult({ value }),
      () => !isCancelled && setResult('failed'),
    )
    return () => {
      isCancelled = true
    }
  }, [attempt])
  const reload = () => setAttempt(attempt + 1)
  if (result === 'failed') return <Failure order={3} onRetry={reload} />
  if (result) return children(result.value, reload)
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
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A titled section of a record. */
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
