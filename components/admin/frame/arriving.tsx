'use client'

import { type ReactNode, Suspense, useState } from 'react'

interface ArrivingProps {
  /** false: the result of a navigation within the admin. */
  isInDocument: boolean
  /** Until the server has sent the children. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * The first document has no fallback: a script would replace it only a third of a second after the first paint.
 * Later changes of `isInDocument` have no effect, so that the children keep their state.
 */
export function Arriving({ isInDocument, fallback, children }: ArrivingProps) {
  const [isWhole] = useState(isInDocument)
  return isWhole ? children : <Suspense fallback={fallback}>{children}</Suspense>
}
