'use client'

import { usePassed } from './use-passed'

interface Ending {
  /** The end of the deal, in ISO 8601. */
  ends_at: string
}

/**
 * Returns a function that returns a deal until the deal ends, and null afterwards. The component renders again when one
 * of `deals` ends. On the first rendering, every deal counts as running, as in the HTML from the server.
 */
export function useRunning(deals: readonly (Ending | null)[]): <Deal extends Ending>(deal: Deal | null) => Deal | null {
  const now = usePassed(
    deals.flatMap((deal) => (deal ? [Date.parse(deal.ends_at)] : [])),
    0,
  )
  return (deal) => (deal && Date.parse(deal.ends_at) > now ? deal : null)
}
