'use client'

import { useIntersection, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

interface WhenNearProps {
  /** The height of the placeholder, in pixels. */
  height: number
  /** Whether to render the children at once: a field among the children has an error, which must be visible. */
  isNeeded: boolean
  children: ReactNode
}

/**
 * Renders the children when they are near the visible part of the page, or when any field gets the focus. Their code is
 * loaded only then: loading it earlier would delay the first display of the page.
 */
export function WhenNear({ height, isNeeded, children }: WhenNearProps) {
  const [isUsed, setUsed] = useState(false)
  const { ref, entry } = useIntersection({ rootMargin: '100px' })
  useWindowEvent('focusin', () => setUsed(true))
  if (entry?.isIntersecting && !isUsed) setUsed(true)
  return isUsed || isNeeded ? children : <div ref={ref} style={{ height }} />
}
