'use client'

import { createContext, use } from 'react'

export type WithSession = <T>(request: () => Promise<T>) => Promise<T>

export const SessionContext = createContext<WithSession>((request) => request())

/**
 * Returns a function that wraps requests: `await withSession(() => send('PUT /cms/…', …))`. If a request fails because
 * the session has ended, the session guard around the component asks the user to sign in, then sends the request again.
 * Without a session guard, the function only sends the request.
 */
export const useSession = (): WithSession => use(SessionContext)
