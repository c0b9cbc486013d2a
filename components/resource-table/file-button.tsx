'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'

interface FileButtonProps {
  /** The URL of the file with all columns and codes. */
  whole: string
  /** That of the file as the list is shown. Undefined: there is only one file. */
  shown: string | undefined
}

/** Downloads the list as a file: as it is shown, or whole with codes. */
export function FileButton({ whole, shown }: FileButtonProps) {
  const t = useTranslations('table')
  const button = { variant: 'default', size: 34, 'aria-label': t('export'), title: t('export') }
  const icon = <IconDownload size={18} stroke={1.6} aria-hidden="true" />
  if (shown === undefined)
    return (
      <ActionIcon component="a" href={whole} download {...button}>
        {icon}
      </ActionIcon>
    )
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon {...button}>{icon}</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={shown} download>
          {t('exportShown')}
        </Menu.Item>
        <Menu.Item component="a" href={whole} download>
          {t('exportWhole')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
