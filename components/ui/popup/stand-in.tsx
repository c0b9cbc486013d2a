'use client'

import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface StandInProps {
  button: RefObject<HTMLButtonElement | null>
  ref?: Ref<HTMLButtonElement | null>
}

/** Mantine requires the target of a popup as its child. Passes on the button, which is rendered elsewhere. */
export function StandIn({ button, ref }: StandInProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button])
  return null
}
