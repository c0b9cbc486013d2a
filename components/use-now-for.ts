'use client'

import { useNow } from 'next-intl'
import { useState } from 'react'

/**
 * The current time, to compare a moment with. It moves every minute, and whenever another moment is shown: what was published
 * just now would be in the future otherwise.
 */
export function useNowFor(at: string | null): Date {
  const ticking = useNow({ updateInterval: 60_000 })
  const [latest, setLatest] = useState({ at, now: ticking })
  if (latest.at !== at) setLatest({ at, now: new Date() })
  return new Date(Math.max(latest.now.getTime(), ticking.getTime()))
}
