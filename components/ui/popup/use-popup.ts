'use client'

import { type RefObject, useId, useRef, useState } from 'react'
import { load } from './load'

export interface PopupProps {
  id: string
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/** Renders a popup after its first use, because a page has a dozen. Loads the code when the button is pointed at. */
export function usePopup(kind: 'dialog' | 'menu') {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const popup: PopupProps = { id, button, isOpen, setOpen }
  return {
    isOpen,
    setOpen,
    popup,
    target: {
      id,
      ref: button,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      onPointerEnter: () => void load[kind](),
      onFocus: () => void load[kind](),
      onClick: () => setOpen(!isOpen),
    },
  } as const
}
