'use client'

import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { PopupMenu } from '@/components/ui/popup/popup'
import { usePopup } from '@/components/ui/popup/use-popup'

interface FileButtonProps {
  /** URL of the CSV file, which has codes instead of texts. */
  codes: string
  /** URL of the XLSX file, in the language of the user. */
  words: string
  /** In both files. false: XLSX has the visible columns of the list, CSV all columns. */
  hasOwnColumns: boolean
}

/** XLSX has texts in the language of the user; CSV has codes for programs. */
export function FileButton({ codes, words, hasOwnColumns }: FileButtonProps) {
  const t = useTranslations('table')
  const { target, popup } = usePopup('menu')
  return (
    <>
      <ActionIcon variant="default" size={34} aria-label={t('export')} title={t('export')} {...target}>
        <IconDownload size={18} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      <PopupMenu
        popup={popup}
        position="bottom-end"
        entries={[
          { key: 'words', label: hasOwnColumns ? t('exportWords') : t('exportShown'), href: words, as: 'download' },
          { key: 'codes', label: hasOwnColumns ? t('exportCodes') : t('exportWhole'), href: codes, as: 'download' },
        ]}
      />
    </>
  )
}
