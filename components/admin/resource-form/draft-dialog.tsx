'use client'

import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { type ChangedField, Difference } from '@/components/ui/difference'

interface DraftDialogProps {
  /** ISO 8601. */
  at: string
  /** The record was changed after the draft was stored. */
  isOutdated: boolean
  rows: readonly ChangedField[]
  onRestore: () => void
  onDrop: () => void
}

/** The user must choose before typing, because new input would overwrite the draft. */
export default function DraftDialog({ at, isOutdated, rows, onRestore, onDrop }: DraftDialogProps) {
  const t = useTranslations('form.draft')
  const format = useFormatter()
  const moment = format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Modal
      opened
      onClose={onDrop}
      title={t('title')}
      size="lg"
      centered
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text size="sm">{t('text', { at: moment })}</Text>
        {isOutdated && <Text size="sm">{t('outdated')}</Text>}
        <ScrollArea.Autosize mah="50dvh" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('caption') }}>
          <Difference caption={t('caption')} rows={rows} titles={{ before: t('stored'), after: t('draft') }} />
        </ScrollArea.Autosize>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDrop}>
            {t('drop')}
          </Button>
          <Button onClick={onRestore} data-autofocus>
            {t('restore')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
