'use client'

import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type MenuEntry, PopupMenu } from '@/components/ui/popup/popup'
import { usePopup } from '@/components/ui/popup/use-popup'
import { useToast } from '@/components/ui/toast'
import type { RowAction } from './declaration'
import classes from './resource-table.module.css'

interface RowMenuProps {
  name: string
  /** undefined: there is no URL to open or copy. */
  href: string | undefined
  actions: readonly RowAction[]
}

/** Renders nothing without actions and URL. */
export function RowMenu({ name, href, actions }: RowMenuProps) {
  const t = useTranslations('table')
  const toast = useToast()
  const { target, popup } = usePopup('menu')
  if (actions.length === 0 && href === undefined) return null
  const label = t('rowMenu', { name })
  const copyLink = (path: string) =>
    navigator.clipboard.writeText(new URL(path, location.href).href).then(
      () => toast.success(t('linkCopied')),
      (error: unknown) => toast.failure(error, t('linkNotCopied')),
    )
  const linkEntries = (path: string): MenuEntry[] => [
    { key: 'tab', label: t('openTab'), href: path, as: 'tab' },
    // Browsers have no clipboard without https.
    ...(popup.isOpen && isSecureContext
      ? [{ key: 'copy', label: t('copyLink'), onSelect: () => void copyLink(path) }]
      : []),
  ]
  return (
    <>
      <button type="button" className={classes.menu} aria-label={label} title={label} {...target}>
        <IconDots size={18} stroke={1.8} aria-hidden="true" />
      </button>
      <PopupMenu
        popup={popup}
        position="bottom-end"
        entries={[
          ...actions.filter(({ danger }) => !danger),
          ...(href === undefined ? [] : linkEntries(href)),
          // Actions in red come last, below a line.
          ...actions.filter(({ danger }) => danger),
        ]}
      />
    </>
  )
}
