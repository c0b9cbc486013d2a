'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useCallback, useEffect, useState, useTransition } from 'react'

const RefreshContext = createContext<(() => void) | undefined>(undefined)

/**
 * Reads the page again, never twice at the same time. The router takes two answers that overlap for those of another
 * build if the URL was changed without it, as an opened drawer does, and then loads the whole page: with it would go
 * what was typed and what is being uploaded.
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

/** Reads the page again, after the reading that is under way. */
export function useRefresh(): () => void {
  const refresh = use(RefreshContext)
  if (!refresh) throw new Error('useRefresh needs a RefreshProvider above it.')
  return refresh
}
