'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useCallback, useEffect, useState, useTransition } from 'react'

const RefreshContext = createContext<(() => void) | undefined>(undefined)

/**
 * Provides `useRefresh`, and never runs two refreshes at the same time. Two refreshes could overlap after a change of
 * the URL without the router, for example by an opened drawer. The router would then take their responses for responses
 * of another build and load the whole page, and input and running uploads would be lost.
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

/**
 * Returns a function that requests the page from the server again. If a refresh is running, the function waits until it
 * has ended. Throws without a RefreshProvider.
 */
export function useRefresh(): () => void {
  const refresh = use(RefreshContext)
  if (!refresh) throw new Error('useRefresh needs a RefreshProvider above it.')
  return refresh
}
