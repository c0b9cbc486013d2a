'use client'

import { useEffect, useState } from 'react'

/** Of a timer, in milliseconds. */
const longest = 2 ** 31 - 1

/**
 * The last one, else `start`, in milliseconds. Renders when one passes. The first rendering takes `start` as now, so
 * that the server and the browser agree.
 */
export function usePassed(moments: readonly number[], start: number): number {
  const [now, setNow] = useState(start)
  const next = Math.min(...moments.filter((moment) => moment > now))
  useEffect(() => {
    if (!Number.isFinite(next)) return
    // A timer is limited, and may fire a little early.
    let timer = setTimeout(function check() {
      if (Date.now() >= next) setNow(next)
      else timer = setTimeout(check, Math.min(longest, next - Date.now()))
    })
    return () => clearTimeout(timer)
  }, [next])
  return now
}
