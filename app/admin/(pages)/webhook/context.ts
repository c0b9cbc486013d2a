'use client'

import { createContext, useContext } from 'react'

export interface Issued {
  url: string
  secret: string
}

/** Shows a secret that no other answer contains. */
export const SecretContext = createContext<((issued: Issued) => void) | undefined>(undefined)

export function useShowSecret() {
  const show = useContext(SecretContext)
  if (!show) throw new Error('outside of the page of webhooks')
  return show
}
