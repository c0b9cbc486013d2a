import { createContext, use } from 'react'
import type { Names } from '@/lib/auth/names'

/** The names of permissions; undefined outside the admin, where no text names a missing permission. */
export const NamesContext = createContext<Names | undefined>(undefined)

export const useNames = () => use(NamesContext)
