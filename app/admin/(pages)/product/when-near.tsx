'use client'

import { useIntersection, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

interface WhenNearProps {
  /** The height of the placeholder, in pixels. */
  height: number
  /** Whether to render the children at once, because the children contain an error. */
  isNeeded: boolean
  children: ReactNode
}

/**
 * Renders the children, and so loads their code, when they are near the visible part of the page or when any field gets
 * the focus. Loading the code earlier would delay the first display of the page.
 */
export function WhenNear({ height, isNeeded, children }: WhenNearProps) {
  const [isUsed, setUsed] = useState(false)
  const { ref, entry } = useIntersection({ rootMargin: '100px' })
  useWindowEvent('focusin', () => setUsed(true))
  if (entry?.isIntersecting && !isUsed) setUsed(true)
  return isUsed || isNeeded ? children : <div ref={ref} style={{ height }} />
}
