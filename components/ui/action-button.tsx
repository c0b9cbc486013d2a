'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithoutRef, useEffect, useRef, useState } from 'react'

interface ActionButtonProps extends ButtonProps, Pick<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'type'> {
  /** Gets the function that shows the loader, for an action that `asks` first. */
  onAct: (begin: () => void) => Promise<unknown>
  /** The action asks for confirmation and calls `begin` afterwards, so that the question has no loader behind it. */
  asks?: boolean
}

/**
 * A button that shows a loader until its action has finished. Meanwhile it is disabled and loses the focus, which it
 * gets back unless another element has taken it.
 */
export function ActionButton({ onAct, asks = false, ...button }: ActionButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const element = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (isBusy || !hadFocus.current) return
    hadFocus.current = false
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [isBusy])
  return (
    <Button
      {...button}
      ref={element}
      loading={isBusy}
      onClick={() => {
        hadFocus.current = document.activeElement === element.current
        const begin = () => setIsBusy(true)
        if (!asks) begin()
        void onAct(begin).finally(() => setIsBusy(false))
      }}
    />
  )
}
