'use client'

import { createContext, use } from 'react'

export type WithSession = <T>(request: () => Promise<T>) => Promise<T>

export const SessionContext = createContext<WithSession>((request) => request())

/**
 * Wraps a request: `await withSession(() => send('PUT /cms/…', …))`. Without a guard above, requests are sent directly.
 */
export const useSession = (): WithSession => use(SessionContext)
