import { createContext, use } from 'react'
import type { Names } from '@/lib/auth/names'

/** The names of permissions. Undefined outside the admin: messages there do not name a missing permission. */
export const NamesContext = createContext<Names | undefined>(undefined)

export const useNames = () => use(NamesContext)
