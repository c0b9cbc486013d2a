'use client'

import { useState } from 'react'

/** Whether something was open before or is now: what is loaded for it then stays, so that it can close as it has opened. */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened
}
