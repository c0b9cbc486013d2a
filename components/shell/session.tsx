'use client'

import dynamic from 'next/dynamic'
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { SendError } from '@/lib/api/client'

// Seldom needed: loaded when a session has ended.
const SignInAgain = dynamic(() => import('./sign-in-again'), { ssr: false })

type Work = <T>(request: () => Promise<T>) => Promise<T>

const SessionContext = createContext<Work>((request) => request())

/**
 * For requests of a page that somebody may have left open overnight: where the session has ended, asks to sign in on
 * the spot, then sends the request again. What was typed is still there, for the page never goes away.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<{ done: () => void; given_up: () => void }[]>([])
  const settle = useCallback((how: 'done' | 'given_up') => {
    setAsking(false)
    for (const one of waiting.current.splice(0)) one[how]()
  }, [])
  const withSession = useMemo<Work>(
    () => async (request) => {
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof SendError) || error.code !== 'unauthenticated') throw error
        await new Promise<void>((resolve, reject) => {
          waiting.current.push({ done: resolve, given_up: () => reject(error) })
          setAsking(true)
        })
        return request()
      }
    },
    [],
  )
  return (
    <SessionContext value={withSession}>
      {children}
      {isAsking && <SignInAgain onDone={() => settle('done')} onClose={() => settle('given_up')} />}
    </SessionContext>
  )
}

/** Wraps a request: `await withSession(() => send('PUT /cms/…', …))`. */
export const useSession = (): Work => use(SessionContext)
