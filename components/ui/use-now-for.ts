'use client'

import { useNow } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'

const unsubscribed = () => () => undefined

/**
 * The current time, to compare a moment with. It moves every minute, and whenever another moment is shown: what was published
 * just now would be in the future otherwise, also where it is shown for the first time on a page that was opened before.
 */
export function useNowFor(at: string | null): Date {
  const ticking = useNow({ updateInterval: 60_000 })
  const [latest, setLatest] = useState({ at, now: ticking })
  if (latest.at !== at) setLatest({ at, now: new Date() })
  const moment = at === null ? 0 : Date.parse(at)
  // Of what the server has rendered, it said how long ago it was.
  const hasPassed = useSyncExternalStore(
    unsubscribed,
    () => moment <= Date.now(),
    () => false,
  )
  return new Date(Math.max(latest.now.getTime(), ticking.getTime(), hasPassed ? moment : 0))
}
