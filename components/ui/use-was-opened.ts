'use client'

import { useState } from 'react'

/**
 * Whether `isOpen` is true or was true before. A popup that is rendered from its first opening on can close with an
 * animation.
 */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened
}
