'use client'

import { useEffect, useState } from 'react'

/** The longest delay of a timer, in milliseconds. */
const longest = 2 ** 31 - 1

/**
 * Returns the last of `moments` that has passed, or `start` if none has passed; all in milliseconds. The component
 * renders again when a moment passes. The first rendering takes `start` as the current time, so that the server and the
 * browser render the same.
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
