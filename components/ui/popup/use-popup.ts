'use client'

import { type RefObject, useId, useRef, useState } from 'react'
import { load } from './load'

export interface PopupProps {
  id: string
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/**
 * `target`: props of the button; `popup`: of the `Popup` or `PopupMenu` beside it. A page has a dozen popups, so each
 * is rendered after its first use, with code loaded when the button is pointed at or focused.
 */
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
