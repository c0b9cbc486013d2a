'use client'

import { type RefObject, useId, useRef, useState } from 'react'
import { load } from './load'

/** The connection of a popup to its button. */
export interface PopupProps {
  id: string
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/**
 * A button with a popup: the props of the button, and those of the `Popup` or `PopupMenu` beside it. At first only the
 * button is rendered, because a page has a dozen of them, and few are opened.
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
