'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { type ChangedField, Difference } from '@/components/ui/difference'
import type { Stale } from './stale'

interface StaleDialogProps {
  stale: Stale
  /** Differences from the stored record. undefined: it could not be read. */
  rows: ChangedField[] | undefined
  onOverwrite: () => void
  onDiscard: (() => void) | undefined
  onClose: () => void
}

/** The record was changed by another user meanwhile. */
export default function StaleDialog({ stale, rows, onOverwrite, onDiscard, onClose }: StaleDialogProps) {
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
          {onDiscard && (
            <Button variant="default" onClick={onDiscard}>
              {t('takeTheirs')}
            </Button>
          )}
          <Button onClick={onOverwrite}>{t('overwrite')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
