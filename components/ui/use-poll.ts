'use client'

import { useIdle } from '@mantine/hooks'
import { useCallback, useEffect, useRef } from 'react'

/** Without input. Otherwise, an open page would keep its session alive. */
const idleMs = 10 * 60_000

/**
 * Waits `waits` (ms), repeating the last. Not in a hidden tab, while a call is pending, or after ten minutes without
 * input. Returns a function that calls `ask` at once, as focus does. `ask` must handle its failures.
 */
export function usePoll(ask: (() => Promise<void>) | undefined, waits: readonly number[]): () => Promise<void> {
  const isIdle = useIdle(idleMs, { initialState: false })
  const isOn = ask !== undefined && !isIdle
  const latest = useRef({ ask, waits })
  useEffect(() => {
    latest.current = { ask, waits }
  })
  const open = useRef(0)
  const askNow = useCallback(async () => {
    open.current++
    try {
      await latest.current.ask?.()
    } finally {
      open.current--
    }
  }, [])
  useEffect(() => {
    if (!isOn) return
    let round = 0
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const { waits } = latest.current
      const ms = waits[Math.min(round++, waits.length - 1)] ?? 0
      if (ms === 0) onTime()
      else timer = setTimeout(onTime, ms)
    }
    const askUnlessAsking = () => {
      if (!document.hidden && open.current === 0) void askNow()
    }
    const onTime = () => {
      askUnlessAsking()
      wait()
    }
    wait()
    // A tab that is shown again also gets the focus.
    window.addEventListener('focus', askUnlessAsking)
    document.addEventListener('visibilitychange', askUnlessAsking)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', askUnlessAsking)
      document.removeEventListener('visibilitychange', askUnlessAsking)
    }
  }, [isOn, askNow])
  return askNow
}
