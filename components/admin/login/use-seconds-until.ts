'use client'

import { useEffect, useState } from 'react'

/** `moment`: a value of `performance.now()`. 0 if undefined. */
export function useSecondsUntil(moment: number | undefined): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (moment === undefined) return
    const tick = () => setNow(performance.now())
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [moment])
  return moment === undefined || now === 0 ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
}
