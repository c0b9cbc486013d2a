'use client'

import { Popover } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useId } from 'react'
import type { DialogProps } from './popup'
import { StandIn } from './stand-in'

export default function PopupDialog(props: DialogProps) {
  const { popup, label, position, padding, width, className, returnFocus = true, children } = props
  // Opens after mounting, so that the previously focused element gets the focus back.
  const isMounted = useMounted()
  const nameId = useId()
  return (
    <Popover
      id={popup.id}
      opened={popup.isOpen && isMounted}
      onChange={popup.setOpen}
      position={position}
      width={width}
      trapFocus
      returnFocus={returnFocus}
      withinPortal
    >
      <Popover.Target>
        <StandIn button={popup.button} />
      </Popover.Target>
      {/* The dialog has its own name: the text of the button may be another one, for example a count. */}
      <Popover.Dropdown p={padding} className={className} aria-labelledby={nameId}>
        <span id={nameId} hidden>
          {label}
        </span>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
