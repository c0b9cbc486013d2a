'use client'

import { useCallback, useEffect, useState } from 'react'

/**
 * Returns a function that runs a callback once the state that was set together with it has been rendered, and after its
 * effects. A timer waits for neither: after an `await`, React may render later.
 */
export function useAfterRender(): (callback: () => void) => void {
  const [waiting, setWaiting] = useState<{ run: () => void }>()
  useEffect(() => waiting?.run(), [waiting])
  return useCallback((run) => setWaiting({ run }), [])
}
