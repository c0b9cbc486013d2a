'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { catchFocus } from '@/components/ui/main-focus'

/** Saving disables or removes the pressed button. Focuses it or the submit button again, unless the focus moved on. */
export function useFocusAfter(isBusy: boolean, form: RefObject<HTMLFormElement | null>): void {
  const had = useRef<Element | null>(null)
  const wasBusy = useRef(false)
  if (isBusy && !wasBusy.current && typeof document !== 'undefined') had.current = document.activeElement
  useEffect(() => {
    if (isBusy || !wasBusy.current) {
      wasBusy.current = isBusy
      return
    }
    wasBusy.current = false
    if (document.activeElement !== document.body && document.activeElement !== null) return
    const before = had.current
    const isThere = before instanceof HTMLElement && before.isConnected && !before.matches(':disabled, body')
    const button = form.current?.querySelector<HTMLElement>('[type=submit]:not(:disabled)')
    const next = isThere ? before : button
    if (next) next.focus({ preventScroll: true })
    else catchFocus()
  }, [isBusy, form])
}
