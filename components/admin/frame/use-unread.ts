'use client'

import { useCallback, useRef, useState } from 'react'
import { usePoll } from '@/components/ui/use-poll'
import { type Answer, send } from '@/lib/server/client'

export type Unread = Answer<'GET /cms/notice/unread'>

/** Milliseconds before the first and before each further request. */
const waits = [0, 60_000]

/** Read every minute and when the window gets the focus. If a request fails, the previous notices stay. */
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
      // Not shown, because the user did not start the request.
    } finally {
      answered.current = Math.max(answered.current, mine)
    }
  }, [])
  return { unread, refresh: usePoll(read, waits) }
}
