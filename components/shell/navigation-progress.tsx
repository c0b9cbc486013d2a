'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import classes from './office.module.css'

/** What `instrumentation-client.ts` says when a navigation begins. */
const startEvent = 'navigation-start'

/** Quicker than this, nobody waited. */
const patience = 120

/** A line at the top while the next page is on its way. */
export function NavigationProgress() {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const place = `${usePathname()}?${useSearchParams()}`
  useEffect(() => {
    const start = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setShown(true), patience)
    }
    addEventListener(startEvent, start)
    return () => removeEventListener(startEvent, start)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere is what ends it
  useEffect(() => {
    clearTimeout(timer.current)
    setShown(false)
  }, [place])
  return isShown ? <div className={classes.progress} aria-hidden="true" /> : null
}
