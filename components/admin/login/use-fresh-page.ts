'use client'

import { useEffect } from 'react'

/** After the back/forward cache, because the session may have changed. */
export function useFreshPage(): void {
  useEffect(() => {
    const ask = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', ask)
    return () => window.removeEventListener('pageshow', ask)
  }, [])
}
