'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import classes from './admin.module.css'

/** Dispatched by `instrumentation-client.ts`. */
const navigationStartEvent = 'navigation-start'

/** Faster navigations show no progress line. */
const delay_ms = 120

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
