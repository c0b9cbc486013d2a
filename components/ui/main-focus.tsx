'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

export const focusMain = (page = document) => page.getElementById('main')?.focus({ preventScroll: true })

/** Focuses the dialog or drawer opened last, else the content, unless an element has the focus. */
export const catchFocus = (page = document) => {
  if (page.activeElement !== page.body) return
  const dialog = [...page.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
  if (dialog) dialog.focus({ preventScroll: true })
  else focusMain(page)
}

const patience = 1_000

/** For elements that are removed a little later without an event, such as in a closing dialog. */
export function catchFocusSoon(): void {
  const began = performance.now()
  // The timer can outlive the document, for example when a test closes it.
  const page = document
  const window = page.defaultView
  const timer = window?.setInterval(() => {
    catchFocus(page)
    if (performance.now() - began > patience) window.clearInterval(timer)
  }, 50)
}

/** After a navigation that removed the followed link. The next Tab would begin at the top of the page. */
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
