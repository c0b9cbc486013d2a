'use client'

import { useRefresh } from './refresh'
import { usePoll } from './use-poll'

/** Short at first, because most states change within seconds. */
const waits = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/** Refreshes the page when the result differs from `state`, such as of a pending refund. undefined: final. */
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
