'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Moves the focus to the content of the page, without scrolling. */
export const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })

/**
 * Moves the focus to the dialog or drawer that was opened last, or else to the content of the page. Does nothing if
 * another element has the focus. For use after the focused element was removed. Does not scroll.
 */
export const catchFocus = () => {
  if (document.activeElement !== document.body) return
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
  if (dialog) dialog.focus({ preventScroll: true })
  else focusMain()
}

const patience = 1_000

/**
 * Calls `catchFocus` every 50 ms for a second. For use when the focused element is removed a little later without an
 * event, such as an element of a closing dialog or of a list that is read again.
 */
export function catchFocusSoon(): void {
  const began = performance.now()
  // A timer of the window ends with the window, for example when a test closes its document.
  const window = document.defaultView
  const timer = window?.setInterval(() => {
    catchFocus()
    if (performance.now() - began > patience) window.clearInterval(timer)
  }, 50)
}

/**
 * Moves the focus to the content of the page after a navigation that removed the followed link. Otherwise the next Tab
 * would begin at the top of the page.
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
