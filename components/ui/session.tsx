'use client'

import { createContext, use } from 'react'

export type WithSession = <T>(request: () => Promise<T>) => Promise<T>

export const SessionContext = createContext<WithSession>((request) => request())

/**
 * Returns a function that wraps requests: `await withSession(() => send('PUT /cms/…', …))`. Outside a session guard,
 * the function only sends the request.
 */
export const useSession = (): WithSession => use(SessionContext)
