'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithoutRef, useEffect, useRef, useState } from 'react'

interface ActionButtonProps extends ButtonProps, Pick<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'type'> {
  /** An action with `asks` calls `begin` after the confirmation, which shows the loader. */
  onAct: (begin: () => void) => Promise<unknown>
  /** Asks for confirmation first. No loader until `begin` is called. */
  asks?: boolean
}

/** Gets the focus back that it loses while disabled, unless another element has the focus. */
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
