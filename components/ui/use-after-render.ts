'use client'

import { useCallback, useEffect, useState } from 'react'

/** After the next rendering and its effects. A timer is not enough: after an `await`, React may render later. */
export function useAfterRender(): (callback: () => void) => void {
  const [waiting, setWaiting] = useState<{ run: () => void }>()
  useEffect(() => waiting?.run(), [waiting])
  return useCallback((run) => setWaiting({ run }), [])
}
