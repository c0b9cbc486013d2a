'use client'

import { useEffect } from 'react'

/** A page that the browser kept as it was: whether it may still be seen, the server has to say. */
export function useFreshPage(): void {
  useEffect(() => {
    const ask = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', ask)
    return () => window.removeEventListener('pageshow', ask)
  }, [])
}
