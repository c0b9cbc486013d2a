'use client'

import { useCallback, useEffect, useState } from 'react'

/**
 * Returns a function that runs a callback after the next rendering and its effects. At this time, state that was set in
 * the same event has been rendered. A timer is not enough: after an `await`, React may render later than the timer.
 */
export function useAfterRender(): (callback: () => void) => void {
  const [waiting, setWaiting] = useState<{ run: () => void }>()
  useEffect(() => waiting?.run(), [waiting])
  return useCallback((run) => setWaiting({ run }), [])
}
