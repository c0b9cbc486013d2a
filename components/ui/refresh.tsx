'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useCallback, useEffect, useState, useTransition } from 'react'

const RefreshContext = createContext<(() => void) | undefined>(undefined)

/**
 * Reads the page again, never twice at the same time. If the URL was changed without the router, as an opened drawer
 * does, the router takes two overlapping responses for those of another build and loads the whole page: input and
 * running uploads would be lost.
 */
export function RefreshProvider({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [isReading, startReading] = useTransition()
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || isReading) return
    setWanted(false)
    startReading(() => router.refresh())
  }, [isWanted, isReading, router])
  const refresh = useCallback(() => setWanted(true), [])
  return <RefreshContext value={refresh}>{children}</RefreshContext>
}

/** Reads the page again, after a running read. */
export function useRefresh(): () => void {
  const refresh = use(RefreshContext)
  if (!refresh) throw new Error('useRefresh needs a RefreshProvider above it.')
  return refresh
}
