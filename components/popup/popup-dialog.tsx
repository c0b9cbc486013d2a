'use client'

import { Popover } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { DialogProps } from './popup'
import { StandIn } from './stand-in'

/** {@link Popup}, once it is needed. */
export default function PopupDialog({ popup, label, position, padding, width, className, children }: DialogProps) {
  // It opens after it is there: what has the focus then gets it back.
  const isMounted = useMounted()
  return (
    <Popover
      id={popup.id}
      opened={popup.isOpen && isMounted}
      onChange={popup.setOpen}
      position={position}
      width={width}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <StandIn button={popup.button} />
      </Popover.Target>
      <Popover.Dropdown p={padding} className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
