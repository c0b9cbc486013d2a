'use client'

import { type FloatingPosition, Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

interface HintProps {
  target: RefObject<HTMLElement | null>
  label: string
  position?: FloatingPosition
}

/** Visible while rendered. Its code is loaded on first use. */
export default function Hint({ target, label, position }: HintProps) {
  return <Tooltip target={target} label={label} position={position} opened withArrow />
}
