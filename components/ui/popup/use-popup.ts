'use client'

import { type RefObject, useId, useRef, useState } from 'react'
import { load } from './load'

/** The props that connect a popup to its button. */
export interface PopupProps {
  id: string
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/**
 * Connects a button to a popup. Returns `target`, the props of the button, and `popup`, the value of the prop `popup`
 * of the `Popup` or `PopupMenu` beside the button. Loads the code of the popup when the button is pointed at or
 * focused. A page has a dozen popups, so a popup is rendered only after its button was first used.
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
