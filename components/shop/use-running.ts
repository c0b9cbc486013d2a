'use client'

import { usePassed } from './use-passed'

interface Ending {
  /** ISO 8601. */
  ends_at: string
}

/** null after its end, with a new rendering. First, every deal counts as running, as in the HTML from the server. */
export function useRunning(deals: readonly (Ending | null)[]): <Deal extends Ending>(deal: Deal | null) => Deal | null {
  const now = usePassed(
    deals.flatMap((deal) => (deal ? [Date.parse(deal.ends_at)] : [])),
    0,
  )
  return (deal) => (deal && Date.parse(deal.ends_at) > now ? deal : null)
}
