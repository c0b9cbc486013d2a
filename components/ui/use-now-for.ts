'use client'

import { useNow } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'

const unsubscribed = () => () => undefined

/** Never before a passed `at` (ISO 8601): a record just published would appear to be in the future. null: no moment. */
export function useNowFor(at: string | null): Date {
  const ticking = useNow({ updateInterval: 60_000 })
  const [latest, setLatest] = useState({ at, now: ticking })
  if (latest.at !== at) setLatest({ at, now: new Date() })
  const moment = at === null ? 0 : Date.parse(at)
  // False during hydration, because the server has already rendered the relative time.
  const hasPassed = useSyncExternalStore(
    unsubscribed,
    () => moment <= Date.now(),
    () => false,
  )
  return new Date(Math.max(latest.now.getTime(), ticking.getTime(), hasPassed ? moment : 0))
}
