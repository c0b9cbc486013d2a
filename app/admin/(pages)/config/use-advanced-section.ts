'use client'

import { useEffect, useRef, useState } from 'react'

/** Opened by the user, by a link into the section, and by an error in it: `hasError` counts for each new `errors`. */
export function useAdvancedSection(errors: object, hasError: boolean) {
  const ref = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [seenErrors, setSeenErrors] = useState(errors)
  if (seenErrors !== errors) {
    setSeenErrors(errors)
    if (hasError) setOpen(true)
  }
  useHashTarget()
  useEffect(() => {
    // The browser, or a user, may have opened the section before the page was interactive.
    if (ref.current?.open) setOpen(true)
  }, [])
  return { ref, isOpen, setOpen }
}

/** Now and whenever the hash changes. Opens the section with the setting. */
function useHashTarget(): void {
  useEffect(() => {
    let hash = ''
    const follow = () => {
      if (location.hash === hash) return
      hash = location.hash
      const sought = document.getElementById(decodeURIComponent(hash.slice(1)))
      if (!sought) return
      const section = sought.closest('details')
      if (section) section.open = true
      sought.scrollIntoView({ block: sought.matches('section, details') ? 'start' : 'center' })
      sought.focus({ preventScroll: true })
    }
    follow()
    // The router changes the URL without the event `hashchange`.
    const [target, event] = 'navigation' in window ? [window.navigation, 'currententrychange'] : [window, 'hashchange']
    target.addEventListener(event, follow)
    return () => target.removeEventListener(event, follow)
  }, [])
}
