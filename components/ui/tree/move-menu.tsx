'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsMove } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import classes from './sortable.module.css'
import { type Direction, directions } from './tree-moves'

interface MoveMenuProps {
  name: string
  canMove: (direction: Direction) => boolean
  onMove: (direction: Direction) => void
}

/** By one step, for devices without a mouse and a keyboard. */
export function MoveMenu({ name, canMove, onMove }: MoveMenuProps) {
  const t = useTranslations('form.tree')
  const [isOpen, setOpen] = useState(false)
  const label = t('move', { name })
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal hideDetached={false}>
      <Menu.Target>
        <ActionIcon
          className={classes.move}
          variant="subtle"
          color="gray"
          size={32}
          tabIndex={-1}
          aria-label={label}
          title={label}
        >
          <IconArrowsMove size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isOpen &&
          directions.map((direction) => (
            <Menu.Item key={direction} disabled={!canMove(direction)} onClick={() => onMove(direction)}>
              {t(`moves.${direction}`)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
