'use client'

import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface StandInProps {
  button: RefObject<HTMLButtonElement | null>
  ref?: Ref<HTMLButtonElement | null>
}

/** Mantine requires the target of a popup as its child. This represents the button, which was rendered before. */
export function StandIn({ button, ref }: StandInProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button])
  return null
}
