'use client'

import { useRefresh } from './refresh'
import { usePoll } from './use-poll'

/** In milliseconds: mostly it has changed within seconds. */
const waits = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/**
 * Follows what changes by itself, such as a refund under way: asks at growing intervals for its state, and reads the page
 * again when that is another one. Undefined: it does not change any more.
 */
export function useFollowed(state: string | undefined, read: () => Promise<string | undefined>): void {
  const refresh = useRefresh()
  const ask = async () => {
    try {
      if ((await read()) !== state) refresh()
    } catch {
      // The next poll asks again, so a failure needs no message.
    }
  }
  usePoll(state === undefined ? undefined : ask, waits)
}
