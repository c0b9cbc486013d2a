'use client'

import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface StandInProps {
  button: RefObject<HTMLButtonElement | null>
  ref?: Ref<HTMLButtonElement | null>
}

/** Mantine wants the target of a popup within it. This stands for the button, which was there before. */
export function StandIn({ button, ref }: StandInProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button])
  return null
}
