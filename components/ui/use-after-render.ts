'use client'

import { useCallback, useEffect, useState } from 'react'

/**
 * Returns a function that runs a callback after the next render and its effects. State set in the same event has been
 * rendered by then. A timer is not enough: after an `await`, React may render later than the timer.
 */
export function useAfterRender(): (callback: () => void) => void {
  const [waiting, setWaiting] = useState<{ run: () => void }>()
  useEffect(() => waiting?.run(), [waiting])
  return useCallback((run) => setWaiting({ run }), [])
}
