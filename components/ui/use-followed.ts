'use client'

import { useRefresh } from './refresh'
import { usePoll } from './use-poll'

/**
 * The intervals between reads, in milliseconds. The first intervals are short, because most states change within
 * seconds.
 */
const waits = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/**
 * Follows a state that changes on the server, such as the state of a pending refund. Calls `read` at growing intervals,
 * and refreshes the page when the result differs from `state`. `state` undefined: the state is final, and nothing is
 * read.
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
