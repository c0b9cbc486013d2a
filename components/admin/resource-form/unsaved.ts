'use client'

import { useEffect } from 'react'

type Navigation = () => void

/** From `instrumentation-client.ts`, for Back and Forward before the router handles them. Cancelable. */
const historyStepEvent = 'history-step'

/** Of the open form; undefined: no unsaved changes. */
let guard: ((navigate: Navigation) => void) | undefined

/** For navigation by code instead of by a link. Asks if there are unsaved changes. */
export function leave(navigate: Navigation): void {
  if (guard) guard(navigate)
  else navigate()
}

/** undefined if the browser has no Navigation API. */
const historyIndex = () => ('navigation' in window ? (window.navigation.currentEntry?.index ?? 0) : undefined)

/**
 * Calls `ask` instead of navigating by a link, Back, Forward or {@link leave}; `ask` may run the given navigation.
 * On reloading and closing, the browser asks itself.
 */
export function useUnsavedGuard(isDirty: boolean, ask: (navigate: Navigation) => void): void {
  useEffect(() => {
    if (!isDirty) return
    const startIndex = historyIndex()
    let isReturning = false
    let isReleased = false
    const unguarded = (navigate: Navigation) => () => {
      isReleased = true
      guard = undefined
      navigate()
    }
    // A form in a dialog over another form: the outer guard is restored when the dialog closes.
    const outerGuard = guard
    guard = (navigate) => ask(unguarded(navigate))

    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (isReleased || event.defaultPrevented || event.button !== 0) return
      // Opens another tab or window; this page stays.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return
      if (link.hash && link.pathname === location.pathname && link.search === location.search) return
      event.preventDefault()
      event.stopPropagation()
      ask(unguarded(() => link.click()))
    }
    // Hides the event from the router and reverses the step until the user has confirmed.
    const onHistoryStep = (event: Event) => {
      if (isReleased) return
      event.preventDefault()
      if (isReturning) {
        isReturning = false
        return
      }
      const currentIndex = historyIndex()
      const steps =
        startIndex === undefined || currentIndex === undefined || currentIndex === startIndex
          ? -1
          : currentIndex - startIndex
      isReturning = true
      history.go(-steps)
      ask(unguarded(() => history.go(steps)))
    }

    addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    addEventListener(historyStepEvent, onHistoryStep)
    return () => {
      guard = outerGuard
      removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
      removeEventListener(historyStepEvent, onHistoryStep)
    }
  }, [isDirty, ask])
}
