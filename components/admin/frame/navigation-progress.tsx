'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import classes from './admin.module.css'

/** The event that `instrumentation-client.ts` dispatches when a navigation begins. */
const navigationStartEvent = 'navigation-start'

/** The delay before the progress line appears, in milliseconds. Faster navigations show no progress line. */
const delay_ms = 120

/** A progress line at the top while the next page is loading. */
export function NavigationProgress() {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const url = `${usePathname()}?${useSearchParams()}`
  useEffect(() => {
    const start = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setShown(true), delay_ms)
    }
    addEventListener(navigationStartEvent, start)
    return () => removeEventListener(navigationStartEvent, start)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL means that the navigation has ended
  useEffect(() => {
    clearTimeout(timer.current)
    setShown(false)
  }, [url])
  return isShown ? <div className={classes.progress} aria-hidden="true" /> : null
}
