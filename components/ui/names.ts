import { createContext, use } from 'react'
import type { Names } from '@/lib/auth/names'

/** For messages about a missing permission. Undefined outside the admin, where messages name no permission. */
export const NamesContext = createContext<Names | undefined>(undefined)

export const useNames = () => use(NamesContext)
