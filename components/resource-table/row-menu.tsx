'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
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
  const clipboard = useClipboard()
  if (actions.length === 0 && href === undefined) return null
  const label = t('rowMenu', { name })
  const copyLink = (path: string) => {
    clipboard.copy(new URL(path, location.href).href)
    toast.success(t('linkCopied'))
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} title={label}>
          <IconDots size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {href !== undefined && (
          <>
            <Menu.Item component="a" href={href} target="_blank">
              {t('openTab')}
            </Menu.Item>
            <Menu.Item onClick={() => copyLink(href)}>{t('copyLink')}</Menu.Item>
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
