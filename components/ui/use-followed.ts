'use client'

import { useRefresh } from './refresh'
import { usePoll } from './use-poll'

/** In milliseconds: usually it changes within seconds. */
const waits = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/**
 * Follows a state that changes by itself, such as that of a pending refund: reads it at growing intervals, and reads
 * the page again when it has changed. Undefined: it does not change any more.
 */
export function useFollowed(state: string | undefined, read: () => Promise<string | undefined>): void {
  const refresh = useRefresh()
  const ask = async () => {
    try {
      if ((await read()) !== state) refresh()
    } catch {
      // The next poll reads it again, so a failure needs no message.
    }
  }
  usePoll(state === undefined ? undefined : ask, waits)
}
