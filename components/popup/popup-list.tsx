'use client'

import { Menu } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ListProps } from './popup'
import { StandIn } from './stand-in'

/** {@link PopupMenu}, once it is needed. */
export default function PopupList({ popup, position, entries }: ListProps) {
  // It opens after it is there: what has the focus then gets it back.
  const isMounted = useMounted()
  return (
    <Menu id={popup.id} opened={popup.isOpen && isMounted} onChange={popup.setOpen} position={position} withinPortal>
      <Menu.Target>
        <StandIn button={popup.button} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ key, label, href, as, danger, onSelect }) => {
          const color = danger ? 'var(--mantine-color-error)' : undefined
          return href === undefined ? (
            <Menu.Item key={key} c={color} onClick={onSelect}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={key}
              c={color}
              component="a"
              href={href}
              {...(as === 'tab' && { target: '_blank' })}
              {...(as === 'download' && { download: true })}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
