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
  const isRecent = Math.abs(now.getTime() - moment.getTime()) < week
  const shown = () => {
    if (exact) return format.dateTime(moment, { dateStyle: 'medium', timeStyle: 'medium' })
    return isRecent ? format.relativeTime(moment, now) : format.dateTime(moment, { dateStyle: 'medium' })
  }
  return (
    <>
      <time
        ref={element}
        dateTime={at}
        style={{ whiteSpace: 'nowrap' }}
        tabIndex={exact ? undefined : 0}
        onMouseEnter={() => setAsked(true)}
        // What focus or a tap shows stays when a mouse, wherever it is, is told that the page has moved under it.
        onMouseLeave={({ currentTarget }) => currentTarget !== document.activeElement && setAsked(false)}
        onFocus={() => setAsked(true)}
        onBlur={() => setAsked(false)}
        onClick={() => setAsked(true)}
        onKeyDown={({ key }) => key === 'Escape' && setAsked(false)}
      >
        {shown()}
      </time>
      {isAsked && <Hint target={element} label={format.dateTime(moment, { dateStyle: 'medium', timeStyle: 'long' })} />}
    </>
  )
}
