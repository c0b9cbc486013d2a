'use client'

import { useCallback, useRef, useState } from 'react'
import { usePoll } from '@/components/ui/use-poll'
import { type Answer, send } from '@/lib/server/client'

export type Unread = Answer<'GET /cms/notice/unread'>

/** The waiting times before the first and before each further request for unread notices, in milliseconds. */
const waits = [0, 60_000]

/**
 * Returns the user's unread notices; undefined until they are read for the first time. Reads the notices every minute
 * and when the window gets the focus. If a request fails, the previous notices stay.
 */
export function useUnread(): { unread: Unread | undefined; refresh: () => Promise<void> } {
  const [unread, setUnread] = useState<Unread>()
  const asked = useRef(0)
  const answered = useRef(0)
  const read = useCallback(async () => {
    asked.current++
    const mine = asked.current
    try {
      const answer = await send('GET /cms/notice/unread')
      if (mine > answered.current) setUnread(answer)
    } catch {
      // The count stays until the next interval. Failures are not shown, because the user did not start the request.
    } finally {
      answered.current = Math.max(answered.current, mine)
    }
  }, [])
  return { unread, refresh: usePoll(read, waits) }
}
