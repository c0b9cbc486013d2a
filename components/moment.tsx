'use client'

import dynamic from 'next/dynamic'
import { useFormatter } from 'next-intl'
import { useRef, useState } from 'react'
import { useNowFor } from './use-now-for'

// Loaded when it is asked for.
const Hint = dynamic(() => import('./hint'), { ssr: false })

interface MomentProps {
  /** ISO 8601. */
  at: string
  /** Shows the exact time instead of the relative one. */
  exact?: boolean
}

const week = 7 * 24 * 60 * 60 * 1000

/** The relative time for a week, then the date. The exact time, with its zone, shows on hover, by focus and by tap. */
export function Moment({ at, exact = false }: MomentProps) {
  const format = useFormatter()
  const now = useNowFor(at)
  const element = useRef<HTMLTimeElement>(null)
  const [isAsked, setAsked] = useState(false)
  const moment = new Date(at)
  const precisely = format.dateTime(moment, { dateStyle: 'medium', timeStyle: 'long' })
  if (exact)
    return (
      <time dateTime={at} title={precisely} style={{ whiteSpace: 'nowrap' }}>
        {format.dateTime(moment, { dateStyle: 'medium', timeStyle: 'medium' })}
      </time>
    )
  const isRecent = Math.abs(now.getTime() - moment.getTime()) < week
  return (
    <>
      <time
        ref={element}
        dateTime={at}
        title={precisely}
        style={{ whiteSpace: 'nowrap' }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what a mouse reads by hovering, keys and fingers reach by focus
        tabIndex={0}
        onFocus={() => setAsked(true)}
        onBlur={() => setAsked(false)}
        onClick={() => setAsked(true)}
        onKeyDown={({ key }) => key === 'Escape' && setAsked(false)}
      >
        {isRecent ? format.relativeTime(moment, now) : format.dateTime(moment, { dateStyle: 'medium' })}
      </time>
      {isAsked && <Hint target={element} label={precisely} />}
    </>
  )
}
