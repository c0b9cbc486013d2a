'use client'

import { createContext, use } from 'react'

export type WithSession = <T>(request: () => Promise<T>) => Promise<T>

export const SessionContext = createContext<WithSession>((request) => request())

/**
 * `await withSession(() => send('PUT /cms/…', …))`. If the session has ended, the session guard asks the user to sign
 * in and sends the request again; without a guard, the request fails.
 */
export const useSession = (): WithSession => use(SessionContext)
