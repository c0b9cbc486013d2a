'use client'

import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface StandInProps {
  button: RefObject<HTMLButtonElement | null>
  ref?: Ref<HTMLButtonElement | null>
}

/**
 * Stands in for the button of a popup, which is rendered elsewhere: Mantine requires the target of a popup as a child
 * of the popup. Renders nothing.
 */
export function StandIn({ button, ref }: StandInProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button])
  return null
}
