'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import classes from './login.module.css'
import { useSecondsUntil } from './use-seconds-until'

/** Concerns no field. */
export interface RefusalMessage {
  reason: 'locked' | 'busy' | 'overloaded' | 'failed' | 'unreachable'
  /** As a value of `performance.now()`. */
  until?: number
}

/** `retry_after`: seconds. */
export function refusalMessageOf(code: string, retry_after: number | undefined): RefusalMessage {
  const until = retry_after === undefined ? undefined : performance.now() + retry_after * 1000
  if (code === 'account_locked') return { reason: 'locked', until }
  if (code === 'too_many_requests') return { reason: 'busy', until }
  if (code === 'unavailable' && until !== undefined) return { reason: 'overloaded', until }
  return { reason: code === 'network' ? 'unreachable' : 'failed' }
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Screen readers announce the reason once, without the countdown to `until`. */
export function Refusal({ reason, until }: RefusalMessage) {
  const t = useTranslations('login.refusal')
  const id = useId()
  const left = useSecondsUntil(until)
  return (
    <div className={classes.refusal}>
      <p role="alert" id={id}>
        {t(reason)}
      </p>
      {until !== undefined && (
        <p role="timer" aria-labelledby={id}>
          {left > 0
            ? t.rich('wait', { time: clock(left), b: (text) => <b className={classes.timer}>{text}</b> })
            : t('again')}
        </p>
      )}
    </div>
  )
}
