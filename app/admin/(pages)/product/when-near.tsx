'use client'

import { useIntersection, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

interface WhenNearProps {
  /** Of the place until then, in pixels. */
  height: number
  /** Whether it is needed at once, because something in it is wrong. */
  isNeeded: boolean
  children: ReactNode
}

/**
 * Draws its children, and so loads their code, when they come near the visible part of the page, or when the first field of the
 * page is used: by then the page has been shown.
 */
export function WhenNear({ height, isNeeded, children }: WhenNearProps) {
  const [isUsed, setUsed] = useState(false)
  const { ref, entry } = useIntersection({ rootMargin: '100px' })
  useWindowEvent('focusin', () => setUsed(true))
  if (entry?.isIntersecting && !isUsed) setUsed(true)
  return isUsed || isNeeded ? children : <div ref={ref} style={{ height }} />
}
