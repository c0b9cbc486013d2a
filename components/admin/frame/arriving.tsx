'use client'

import { type ReactNode, Suspense, useState } from 'react'

interface ArrivingProps {
  /** The page is part of its document, not the result of a navigation within the admin. */
  isInDocument: boolean
  /** Shown until the children have arrived. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * After a navigation, shows the fallback until the server has sent the children. A document contains the children
 * instead: streamed content would be moved to its place by a script, a third of a second after the first paint. The
 * first mode is kept, so that reading the page again keeps its state.
 */
export function Arriving({ isInDocument, fallback, children }: ArrivingProps) {
  const [isWhole] = useState(isInDocument)
  return isWhole ? children : <Suspense fallback={fallback}>{children}</Suspense>
}
