'use client'

import { useEffect, useRef } from 'react'
import type { TableState } from './state'

/** Returns the ref of the list. */
export function useTopAfterPaging({ page, cursor, size }: TableState) {
  const list = useRef<HTMLElement>(null)
  const position = `${page} ${cursor} ${size}`
  const last = useRef(position)
  useEffect(() => {
    if (last.current === position) return
    last.current = position
    const element = list.current
    if (!element) return
    // Only upwards, because the content above the list should stay visible.
    const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop)
    if (element.getBoundingClientRect().top < margin) element.scrollIntoView({ block: 'start' })
    element.querySelector('[data-fit="part"]')?.scrollTo({ top: 0 })
  }, [position])
  return list
}
