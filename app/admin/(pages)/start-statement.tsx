'use client'

import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'next-intl'
import { PopupMenu } from '@/components/ui/popup/popup'
import { usePopup } from '@/components/ui/popup/use-popup'
import type { Days } from './start-ranges'

/** By day or by month. */
export function StatementButton({ days }: { days: Days }) {
  const t = useTranslations('dashboard.statement')
  const locale = useLocale()
  const { target, popup } = usePopup('menu')
  const entry = (key: string, label: string, query: Record<string, string>) => ({
    key,
    label,
    href: `/cms/dashboard/statement?${new URLSearchParams({ ...days, ...query })}`,
    as: 'download' as const,
  })
  const words = { format: 'xlsx', labels: locale }
  return (
    <>
      <ActionIcon variant="default" size={30} aria-label={t('title')} title={t('title')} {...target}>
        <IconDownload size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      <PopupMenu
        popup={popup}
        position="bottom-end"
        entries={[
          entry('dayWords', t('dayWords'), { by: 'day', ...words }),
          entry('monthWords', t('monthWords'), { by: 'month', ...words }),
          entry('dayCodes', t('dayCodes'), { by: 'day', format: 'csv' }),
          entry('monthCodes', t('monthCodes'), { by: 'month', format: 'csv' }),
        ]}
      />
    </>
  )
}
