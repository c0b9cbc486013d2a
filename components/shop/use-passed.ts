'use client'

import { useEffect, useState } from 'react'

const longest = 2 ** 31 - 1

/** Else `start`, in milliseconds. The first rendering takes `start` as now, so that server and browser agree. */
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
