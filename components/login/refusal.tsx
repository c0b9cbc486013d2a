'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import classes from './login.module.css'
import { useSecondsUntil } from './use-seconds-until'

/** Why it did not work, where that is not the fault of a field. */
export interface Shown {
  reason: 'locked' | 'busy' | 'failed' | 'unreachable'
  /** The moment of `performance.now()` from when on it may be tried again. */
  until?: number
}

/** What a refusal of the server is shown as; the codes are those of the interface. */
export function shownOf(code: string, retry_after: number | undefined): Shown {
  const until = retry_after === undefined ? undefined : performance.now() + retry_after * 1000
  if (code === 'account_locked') return { reason: 'locked', until }
  if (code === 'too_many_requests') return { reason: 'busy', until }
  return { reason: code === 'network' ? 'unreachable' : 'failed' }
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Says the reason once, and beside it the time that is left: read out every second it would be a nuisance. */
export function Refusal({ reason, until }: Shown) {
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
