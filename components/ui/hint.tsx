'use client'

import { type FloatingPosition, Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

interface HintProps {
  target: RefObject<HTMLElement | null>
  label: string
  position?: FloatingPosition
}

/** A text beside an element, shown while it is there. Loaded when it is needed. */
export default function Hint({ target, label, position }: HintProps) {
  return <Tooltip target={target} label={label} position={position} opened withArrow />
}
