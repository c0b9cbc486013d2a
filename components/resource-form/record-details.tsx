'use client'

import { Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Failure } from '../failure'
import { useSession } from '../shell/session'
import classes from './resource-form.module.css'

interface RecordDetailsProps<T> {
  read: () => Promise<T>
  /** `again`: reads anew, after something in it was done. */
  children: (value: T, again: () => void) => ReactNode
}

/** What else there is to see of a record, read when its form opens. */
export function RecordDetails<T>({ read, children }: RecordDetailsProps<T>) {
  const withSession = useSession()
  const [found, setFound] = useState<{ value: T } | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the form opens, and when it is asked for again
  useEffect(() => {
    let isGone = false
    withSession(read).then(
      (value) => !isGone && setFound({ value }),
      () => !isGone && setFound('failed'),
    )
    return () => {
      isGone = true
    }
  }, [attempt])
  const again = () => setAttempt(attempt + 1)
  if (found === 'failed') return <Failure order={3} onRetry={again} />
  if (found) return children(found.value, again)
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

/** A part of it, with its name. */
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
