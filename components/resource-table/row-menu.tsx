'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useToast } from '../shell/toast'
import type { RowAction } from './declaration'

interface RowMenuProps {
  /** The name of the row. */
  name: string
  /** The URL that opens it. */
  href: string | undefined
  actions: readonly RowAction[]
}

/** The menu of a row: its address, and what can be done with it. Nothing if there is neither. */
export function RowMenu({ name, href, actions }: RowMenuProps) {
  const t = useTranslations('table')
  const toast = useToast()
  // A list has many rows and few of their menus are opened, so each is made on use.
  const [isUsed, setUsed] = useState(false)
  if (actions.length === 0 && href === undefined) return null
  const label = t('rowMenu', { name })
  const copyLink = (path: string) =>
    navigator.clipboard.writeText(new URL(path, location.href).href).then(
      () => toast.success(t('linkCopied')),
      (error: unknown) => toast.failure(error, t('linkNotCopied')),
    )
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-haspopup="menu"
      title={label}
      onClick={() => setUsed(true)}
    >
      <IconDots size={18} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  )
  if (!isUsed) return button
  return (
    <Menu defaultOpened position="bottom-end" withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {href !== undefined && (
          <>
            <Menu.Item component="a" href={href} target="_blank">
              {t('openTab')}
            </Menu.Item>
            {/* Browsers have no clipboard without https. */}
            {isSecureContext && <Menu.Item onClick={() => void copyLink(href)}>{t('copyLink')}</Menu.Item>}
          </>
        )}
        {actions.map(({ key, label: text, danger, onSelect }) => (
          <Menu.Item key={key} c={danger ? 'var(--mantine-color-error)' : undefined} onClick={onSelect}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
