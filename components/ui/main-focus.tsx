'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Gives the focus to the content of the page, without scrolling. */
export const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })

/** The same where nothing has the focus, such as because what had it is gone; in an open dialog or drawer, it gets it itself. */
export const catchFocus = () => {
  if (document.activeElement !== document.body) return
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
  if (dialog) dialog.focus({ preventScroll: true })
  else focusMain()
}

const patience = 1_000

/**
 * The same for what goes a little later, with a dialog that closes or a list that is read again: nothing tells a page that
 * what had the focus is gone.
 */
export function catchFocusSoon(): void {
  const began = performance.now()
  const timer = setInterval(() => {
    catchFocus()
    if (performance.now() - began > patience) clearInterval(timer)
  }, 50)
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
