'use client'

import { createContext, useContext } from 'react'
import type { GrantOptions } from '../group/grants'

interface Keys {
  /** Those that keys can have. */
  permissions: GrantOptions
  /** Shows a secret that no other answer contains. */
  onSecret: (issued: Issued) => void
}

export interface Issued {
  name: string
  secret: string
}

export const KeysContext = createContext<Keys | undefined>(undefined)

export function useKeys(): Keys {
  const keys = useContext(KeysContext)
  if (!keys) throw new Error('outside of the page of API keys')
  return keys
}
