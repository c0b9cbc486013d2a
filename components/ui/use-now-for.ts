'use client'

import { useNow } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'

const unsubscribed = () => () => undefined

/**
 * The current time for comparison with a moment. It is updated every minute, and whenever another moment is shown:
 * otherwise a record that was just published would be in the future, also if it is first shown on a page that was
 * opened before.
 */
export function useNowFor(at: string | null): Date {
  const ticking = useNow({ updateInterval: 60_000 })
  const [latest, setLatest] = useState({ at, now: ticking })
  if (latest.at !== at) setLatest({ at, now: new Date() })
  const moment = at === null ? 0 : Date.parse(at)
  // The server has already rendered the relative time.
  const hasPassed = useSyncExternalStore(
    unsubscribed,
    () => moment <= Date.now(),
    () => false,
  )
  return new Date(Math.max(latest.now.getTime(), ticking.getTime(), hasPassed ? moment : 0))
}
