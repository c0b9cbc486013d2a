'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { RowAction } from './declaration'

interface RowMenuProps {
  /** The name of the row. */
  name: string
  actions: readonly RowAction[]
}

/** The menu of a row; nothing without actions. */
export function RowMenu({ name, actions }: RowMenuProps) {
  const t = useTranslations('table')
  if (actions.length === 0) return null
  const label = t('rowMenu', { name })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} title={label}>
          <IconDots size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, label, danger, onSelect }) => (
          <Menu.Item key={key} c={danger ? 'var(--mantine-color-error)' : undefined} onClick={onSelect}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
