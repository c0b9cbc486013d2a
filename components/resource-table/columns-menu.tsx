'use client'

import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'

interface ColumnsMenuProps {
  columns: readonly { key: string; label: string }[]
  hidden: ReadonlySet<string>
  toggle: (key: string) => void
}

/** Shows and hides columns. */
export function ColumnsMenu({ columns, hidden, toggle }: ColumnsMenuProps) {
  const t = useTranslations('table')
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={34} aria-label={t('columns')} title={t('columns')}>
          <IconColumns3 size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap="xs">
          {columns.map(({ key, label }) => (
            <Checkbox key={key} size="sm" label={label} checked={!hidden.has(key)} onChange={() => toggle(key)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
