'use client'

import { createContext, use } from 'react'

export type WithSession = <T>(request: () => Promise<T>) => Promise<T>

export const SessionContext = createContext<WithSession>((request) => request())

/**
 * If the session has ended, the session guard asks the user to sign in and sends the request again. Without a guard,
 * only sends.
 */
export const useSession = (): WithSession => use(SessionContext)
