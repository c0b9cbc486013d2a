'use client'

import { useIntersection, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

interface WhenNearProps {
  /** Of the placeholder, in pixels. */
  height: number
  /** An erroneous field among the children must be visible. */
  isNeeded: boolean
  children: ReactNode
}

/** Renders the children near the visible part, or once a field has the focus: their code would delay the page. */
export function WhenNear({ height, isNeeded, children }: WhenNearProps) {
  const [isUsed, setUsed] = useState(false)
  const { ref, entry } = useIntersection({ rootMargin: '100px' })
  useWindowEvent('focusin', () => setUsed(true))
  if (entry?.isIntersecting && !isUsed) setUsed(true)
  return isUsed || isNeeded ? children : <div ref={ref} style={{ height }} />
}
