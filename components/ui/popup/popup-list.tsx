'use client'

import { Menu } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Fragment } from 'react'
import type { ListProps } from './popup'
import { StandIn } from './stand-in'

export default function PopupList({ popup, position, entries }: ListProps) {
  // Opens after mounting, so that the previously focused element gets the focus back.
  const isMounted = useMounted()
  return (
    <Menu id={popup.id} opened={popup.isOpen && isMounted} onChange={popup.setOpen} position={position} withinPortal>
      <Menu.Target>
        <StandIn button={popup.button} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ key, label, href, as, danger, onSelect }, at) => {
          const color = danger ? 'var(--mantine-color-error)' : undefined
          const isFirstDanger = danger && at > 0 && !entries[at - 1]?.danger
          return (
            <Fragment key={key}>
              {isFirstDanger && <Menu.Divider />}
              {href === undefined ? (
                <Menu.Item c={color} onClick={onSelect}>
                  {label}
                </Menu.Item>
              ) : (
                <Menu.Item
                  c={color}
                  component="a"
                  href={href}
                  {...(as === 'tab' && { target: '_blank' })}
                  {...(as === 'download' && { download: true })}
                >
                  {label}
                </Menu.Item>
              )}
            </Fragment>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
