'use client'

import { ActionIcon, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { Popup } from '@/components/ui/popup/popup'
import { usePopup } from '@/components/ui/popup/use-popup'
import { Check } from './check'
import classes from './resource-table.module.css'

interface ColumnsMenuProps {
  columns: readonly { key: string; label: string }[]
  hidden: ReadonlySet<string>
  toggle: (key: string) => void
}

export function ColumnsMenu({ columns, hidden, toggle }: ColumnsMenuProps) {
  const t = useTranslations('table')
  const { target, popup } = usePopup('dialog')
  return (
    <>
      <ActionIcon variant="default" size={34} aria-label={t('columns')} title={t('columns')} {...target}>
        <IconColumns3 size={18} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      <Popup popup={popup} position="bottom-end" label={t('columns')}>
        <Stack gap="xs">
          {columns.map(({ key, label }) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the control is in `Check`
            <label key={key} className={classes.column}>
              <Check checked={!hidden.has(key)} onChange={() => toggle(key)} />
              {label}
            </label>
          ))}
        </Stack>
      </Popup>
    </>
  )
}
