'use client'

import { useFormatter, useLocale, useTimeZone } from 'next-intl'
import { useRef, useState } from 'react'
import { localTime, localTimeWithZone } from './local-time'
import { onDemand } from './on-demand'
import { useNowFor } from './use-now-for'
import { useRelativeTime } from './use-relative-time'

const Hint = onDemand(async () => (await import('./hint')).default)

interface MomentProps {
  /** ISO 8601. */
  at: string
  /** `true`: to the minute; `second`: for logs; `zone`: to the second, with the zone. Not relative. */
  exact?: boolean | 'second' | 'zone'
}

const week = 7 * 24 * 60 * 60 * 1000

/** Relative, or a date if over a week away. Hover, focus or a tap shows the exact time with the time zone. */
export function Moment({ at, exact = false }: MomentProps) {
  const format = useFormatter()
  const relativeTime = useRelativeTime()
  const locale = useLocale()
  const zone = useTimeZone() ?? 'UTC'
  const now = useNowFor(at)
  const element = useRef<HTMLTimeElement>(null)
  const [isAsked, setAsked] = useState(false)
  const moment = new Date(at)
  const isRecent = Math.abs(now.getTime() - moment.getTime()) < week
  const shown = () => {
    if (exact === 'zone') return localTimeWithZone(moment, zone, locale)
    if (exact) return localTime(moment, zone, locale, exact === 'second' ? 'second' : 'minute')
    return isRecent ? relativeTime(moment, now) : format.dateTime(moment, { dateStyle: 'medium' })
  }
  return (
    <>
      <time
        ref={element}
        dateTime={at}
        style={{ whiteSpace: 'nowrap' }}
        tabIndex={typeof exact === 'string' ? undefined : 0}
        onMouseEnter={() => setAsked(true)}
        // A hint shown by focus or a tap stays: the mouse also leaves the element when the page moves under the mouse.
        onMouseLeave={({ currentTarget }) => currentTarget !== document.activeElement && setAsked(false)}
        onFocus={() => setAsked(true)}
        onBlur={() => setAsked(false)}
        onClick={() => setAsked(true)}
        onKeyDown={({ key }) => key === 'Escape' && setAsked(false)}
      >
        {shown()}
      </time>
      {isAsked && <Hint target={element} label={localTimeWithZone(moment, zone, locale)} />}
    </>
  )
}
