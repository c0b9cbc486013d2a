'use client'

import { useState } from 'react'

/**
 * Whether something was open before or is now: its loaded component stays rendered, so that it can close with an
 * animation.
 */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened
}
