'use client'

import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface StandInProps {
  button: RefObject<HTMLButtonElement | null>
  ref?: Ref<HTMLButtonElement | null>
}

/**
 * Takes the place of a popup's button, which is rendered elsewhere: Mantine requires the target of a popup as a child
 * of the popup. Passes the element of the button on to Mantine and renders nothing.
 */
export function StandIn({ button, ref }: StandInProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button])
  return null
}
