'use client'

import { useIdle } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, send } from '@/lib/api/client'

export type Unread = Answer<'GET /cms/notice/unread'>

const pollMs = 60_000

/** Without input for so long, nothing is asked: otherwise a page that is left open would keep its session alive. */
const idleMs = 10 * 60_000

/**
 * The notices that the user has not read; undefined until they are known. Asked for every minute and when the window gets
 * the focus, but not in a hidden tab.
 */
export function useUnread(): { unread: Unread | undefined; refresh: () => Promise<void> } {
  const [unread, setUnread] = useState<Unread>()
  const isIdle = useIdle(idleMs, { initialState: false })
  const asked = useRef(0)
  const answered = useRef(0)
  const refresh = useCallback(async () => {
    asked.current++
    const mine = asked.current
    try {
      const answer = await send('GET /cms/notice/unread')
      if (mine > answered.current) setUnread(answer)
    } catch {
      // The number stays as it is until the next time. Nobody asked for it, so nobody is told.
    } finally {
      answered.current = Math.max(answered.current, mine)
    }
  }, [])
  useEffect(() => {
    if (isIdle) return
    // A tab that is shown again also gets the focus.
    const ask = () => {
      if (!document.hidden && asked.current === answered.current) void refresh()
    }
    ask()
    const timer = setInterval(ask, pollMs)
    window.addEventListener('focus', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isIdle, refresh])
  return { unread, refresh }
}
