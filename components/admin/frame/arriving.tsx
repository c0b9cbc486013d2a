'use client'

import { type ReactNode, Suspense, useState } from 'react'

interface ArrivingProps {
  /**
   * Whether the page is part of the first HTML document. false: the page is the result of a navigation within the
   * admin.
   */
  isInDocument: boolean
  /** The content until the server has sent the children. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * After a navigation, shows the fallback until the server has sent the children. In the first HTML document, there is
 * no fallback: the browser would show the children only after a script has moved them to their place, a third of a
 * second after the first paint. Later changes of `isInDocument` have no effect, so that the children keep their state
 * when the page is read again.
 */
export function Arriving({ isInDocument, fallback, children }: ArrivingProps) {
  const [isWhole] = useState(isInDocument)
  return isWhole ? children : <Suspense fallback={fallback}>{children}</Suspense>
}
