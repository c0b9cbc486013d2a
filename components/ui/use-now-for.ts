'use client'

import { useNow } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'

const unsubscribed = () => () => undefined

/**
 * For comparison with `at` (ISO 8601). Updated every minute and with `at`. Never before an `at` that has passed: a
 * record just published would appear to be in the future.
 */
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
