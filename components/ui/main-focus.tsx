'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Moves the focus to the content of the page, without scrolling. */
export const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })

/**
 * The same if no element has the focus, for example because the focused one was removed; an open dialog or drawer gets
 * it instead.
 */
export const catchFocus = () => {
  if (document.activeElement !== document.body) return
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
  if (dialog) dialog.focus({ preventScroll: true })
  else focusMain()
}

const patience = 1_000

/**
 * The same for elements that are removed a little later, with a dialog that closes or a list that is read again,
 * because there is no event for that.
 */
export function catchFocusSoon(): void {
  const began = performance.now()
  // A timer of the window ends with it, as when a test closes its document.
  const window = document.defaultView
  const timer = window?.setInterval(() => {
    catchFocus()
    if (performance.now() - began > patience) window.clearInterval(timer)
  }, 50)
}

/**
 * After a navigation, moves the focus to the content of the page if no element has it: it would be lost with the
 * followed link, and the next Tab would begin at the top.
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
