'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { SessionContext, type WithSession } from '@/components/ui/session'
import { SendError } from '@/lib/server/client'

const SignInAgain = dynamic(() => import('./sign-in-again'), { ssr: false })

/** Asks to sign in again without losing input, then repeats the request. Canceled: fails with `unauthenticated`. */
export function SessionGuard({ children }: { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<{ done: () => void; cancelled: () => void }[]>([])
  const finish = useCallback((outcome: 'done' | 'cancelled') => {
    setAsking(false)
    for (const one of waiting.current.splice(0)) one[outcome]()
  }, [])
  const withSession = useMemo<WithSession>(
    () => async (request) => {
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof SendError) || error.code !== 'unauthenticated') throw error
        await new Promise<void>((resolve, reject) => {
          waiting.current.push({ done: resolve, cancelled: () => reject(error) })
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
      {isAsking && <SignInAgain onDone={() => finish('done')} onClose={() => finish('cancelled')} />}
    </SessionContext>
  )
}
