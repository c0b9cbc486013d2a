'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Gives the focus to the content of the page, without scrolling. */
export const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })

/** The same where nothing has the focus, such as because what had it is gone. */
export const catchFocus = () => {
  if (document.activeElement === document.body) focusMain()
}

/**
 * After a navigation the focus is on the content of the page, where nothing else has it: with the link that was followed it
 * would be lost, and the next Tab would begin at the top again.
 */
export function MainFocus() {
  const path = usePathname()
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    catchFocus()
  }, [path])
  return null
}
