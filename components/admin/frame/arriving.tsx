'use client'

import { type ReactNode, Suspense, useState } from 'react'

interface ArrivingProps {
  /** The page comes with its document, not by a navigation within the admin. */
  isInDocument: boolean
  /** Shown until the children have arrived. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * After a navigation, the fallback is shown until the server has sent the children. A document comes with its children
 * instead: what is streamed after a fallback is put in its place by a script, a third of a second after the first paint.
 * What it was first is what it stays, so that reading the page again keeps its state.
 */
export function Arriving({ isInDocument, fallback, children }: ArrivingProps) {
  const [isWhole] = useState(isInDocument)
  return isWhole ? children : <Suspense fallback={fallback}>{children}</Suspense>
}
