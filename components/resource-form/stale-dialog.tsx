'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { type Changed, Difference } from '../difference'
import type { Stale } from './stale'

interface StaleDialogProps {
  stale: Stale
  /** The fields in which what was typed differs from what is stored now; undefined where that could not be read. */
  rows: Changed[] | undefined
  onOverwrite: () => void
  onTakeTheirs: (() => void) | undefined
  onClose: () => void
}

/** Somebody else was faster: who and when, what differs, and what shall become of it. */
export default function StaleDialog({ stale, rows, onOverwrite, onTakeTheirs, onClose }: StaleDialogProps) {
  const t = useTranslations('form.stale')
  const format = useFormatter()
  const at = format.dateTime(new Date(stale.at), { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <Modal opened onClose={onClose} title={t('title')} size="lg" centered withCloseButton={false}>
      <Stack>
        <Text size="sm">{stale.by ? t('by', { name: stale.by, at }) : t('byNobody', { at })}</Text>
        {rows && <Difference caption={t('caption')} rows={rows} titles={{ before: t('theirs'), after: t('mine') }} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="subtle" color="gray" onClick={onClose} mr="auto">
            {t('back')}
          </Button>
          {onTakeTheirs && (
            <Button variant="default" onClick={onTakeTheirs}>
              {t('takeTheirs')}
            </Button>
          )}
          <Button onClick={onOverwrite}>{t('overwrite')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
