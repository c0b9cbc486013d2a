'use client'

import { useFormatter, useNow } from 'next-intl'

interface MomentProps {
  /** ISO 8601. */
  at: string
  /** Shows the exact time instead of the relative one. */
  exact?: boolean
}

const week = 7 * 24 * 60 * 60 * 1000

/** The relative time for a week, then the date. The exact time shows on hover. */
export function Moment({ at, exact = false }: MomentProps) {
  const format = useFormatter()
  const now = useNow({ updateInterval: 60_000 })
  const moment = new Date(at)
  const precisely = format.dateTime(moment, { dateStyle: 'medium', timeStyle: 'medium' })
  const isRecent = Math.abs(now.getTime() - moment.getTime()) < week
  const shown = exact
    ? precisely
    : isRecent
      ? format.relativeTime(moment, now)
      : format.dateTime(moment, { dateStyle: 'medium' })
  return (
    <time dateTime={at} title={precisely} style={{ whiteSpace: 'nowrap' }}>
      {shown}
    </time>
  )
}
