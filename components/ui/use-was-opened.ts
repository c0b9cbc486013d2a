'use client'

import { useState } from 'react'

/** A popup that stays rendered after its first opening can be closed with an animation. */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened
}
