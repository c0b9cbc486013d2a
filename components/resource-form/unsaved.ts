'use client'

import { useEffect } from 'react'

type Go = () => void

/** What `instrumentation-client.ts` asks of a step through the history before the router hears of it. */
const stepEvent = 'history-step'

/** Asks whether what was typed may be lost, then goes or stays. None: nothing is at stake. */
let guard: ((go: Go) => void) | undefined

/** Every way out that is not a link goes through here: at once, or after the question. */
export function leave(go: Go): void {
  if (guard) guard(go)
  else go()
}

/** How far a step through the history went; the browser says so where it can. */
const place = () => ('navigation' in window ? (window.navigation.currentEntry?.index ?? 0) : undefined)

/**
 * While `isAtStake`, no way leads out of the page without `ask`: links, {@link leave}, Back and Forward, and by the
 * browser's own question reloading and closing.
 */
export function useUnsavedGuard(isAtStake: boolean, ask: (go: Go) => void): void {
  useEffect(() => {
    if (!isAtStake) return
    const here = place()
    let isReturning = false
    let isFree = false
    const goFreely = (go: Go) => () => {
      isFree = true
      guard = undefined
      go()
    }
    // A form in a dialog over another one: when it goes, the other is guarded as before.
    const below = guard
    guard = (go) => ask(goFreely(go))

    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isFree) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (isFree || event.defaultPrevented || event.button !== 0) return
      // These open elsewhere, and this page stays.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return
      if (link.hash && link.pathname === location.pathname && link.search === location.search) return
      event.preventDefault()
      event.stopPropagation()
      ask(goFreely(() => link.click()))
    }
    // The router is told nothing, and the step is taken back until the answer is there.
    const onStep = (event: Event) => {
      if (isFree) return
      event.preventDefault()
      if (isReturning) {
        isReturning = false
        return
      }
      const now = place()
      const steps = here === undefined || now === undefined || now === here ? -1 : now - here
      isReturning = true
      history.go(-steps)
      ask(goFreely(() => history.go(steps)))
    }

    addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    addEventListener(stepEvent, onStep)
    return () => {
      guard = below
      removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
      removeEventListener(stepEvent, onStep)
    }
  }, [isAtStake, ask])
}
