'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useCallback, useEffect, useState, useTransition } from 'react'

const RefreshContext = createContext<(() => void) | undefined>(undefined)

/**
 * Overlapping refreshes after a change of the URL without the router, such as an opened drawer, look like responses of
 * another build: the router loads the whole page, and input and uploads are lost.
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

/** Waits for a running refresh. Throws without a RefreshProvider. */
export function useRefresh(): () => void {
  const refresh = use(RefreshContext)
  if (!refresh) throw new Error('useRefresh needs a RefreshProvider above it.')
  return refresh
}
