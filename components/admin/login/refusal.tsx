'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import classes from './login.module.css'
import { useSecondsUntil } from './use-seconds-until'

/** The reason of a failed sign-in that concerns no field. */
export interface RefusalMessage {
  reason: 'locked' | 'busy' | 'overloaded' | 'failed' | 'unreachable'
  /** The time from which the next attempt is allowed, as a value of `performance.now()`. */
  until?: number
}

/**
 * Returns the message for the problem code of a failed sign-in. `retry_after`: seconds until the next allowed attempt.
 */
export function refusalMessageOf(code: string, retry_after: number | undefined): RefusalMessage {
  const until = retry_after === undefined ? undefined : performance.now() + retry_after * 1000
  if (code === 'account_locked') return { reason: 'locked', until }
  if (code === 'too_many_requests') return { reason: 'busy', until }
  if (code === 'unavailable' && until !== undefined) return { reason: 'overloaded', until }
  return { reason: code === 'network' ? 'unreachable' : 'failed' }
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Shows the reason of a failed sign-in, and a countdown to `until`, if set. Screen readers announce the reason once,
 * without the seconds.
 */
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
