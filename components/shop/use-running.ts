'use client'

import { useEffect, useState } from 'react'

interface Ending {
  /** In ISO 8601. */
  ends_at: string
}

/** The longest delay of a timer, in ms. */
const longest = 2 ** 31 - 1

/**
 * Returns a function that gives a deal until it ends, and then null. The component renders again when one of `deals`
 * ends. At first, every deal runs, as in the answer of the server.
 */
export function useRunning(deals: readonly (Ending | null)[]): <Deal extends Ending>(deal: Deal | null) => Deal | null {
  const [now, setNow] = useState(0)
  const ends = deals.flatMap((deal) => (deal ? [Date.parse(deal.ends_at)] : []))
  const next = Math.min(...ends.filter((end) => end > now))
  useEffect(() => {
    if (!Number.isFinite(next)) return
    // A timer is limited, and may fire a little early.
    let timer = setTimeout(function check() {
      if (Date.now() >= next) setNow(next)
      else timer = setTimeout(check, Math.min(longest, next - Date.now()))
    })
    return () => clearTimeout(timer)
  }, [next])
  return (deal) => (deal && Date.parse(deal.ends_at) > now ? deal : null)
}
