'use client'

import { usePassed } from './use-passed'

interface Ending {
  /** In ISO 8601. */
  ends_at: string
}

/**
 * Returns a function that gives a deal until it ends, and then null. The component renders again when one of `deals`
 * ends. At first, every deal runs, as in the answer of the server.
 */
export function useRunning(deals: readonly (Ending | null)[]): <Deal extends Ending>(deal: Deal | null) => Deal | null {
  const now = usePassed(
    deals.flatMap((deal) => (deal ? [Date.parse(deal.ends_at)] : [])),
    0,
  )
  return (deal) => (deal && Date.parse(deal.ends_at) > now ? deal : null)
}
