'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'

interface FileButtonProps {
  /** The URL of the file with codes. */
  codes: string
  /** That of the file in the language of the reader. */
  words: string
  /** Both have the same columns; else the one with words has those of the list, and the other all. */
  hasOwnColumns: boolean
}

/** Downloads the list as a file: in the language of the reader, or with codes. */
export function FileButton({ codes, words, hasOwnColumns }: FileButtonProps) {
  const t = useTranslations('table')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={34} aria-label={t('export')} title={t('export')}>
          <IconDownload size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={words} download>
          {hasOwnColumns ? t('exportWords') : t('exportShown')}
        </Menu.Item>
        <Menu.Item component="a" href={codes} download>
          {hasOwnColumns ? t('exportCodes') : t('exportWhole')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
