'use client'

import { Button, Group, Modal, ScrollArea, Stack } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ChangedField, Difference } from '../difference'

interface ReviewProps {
  title: string
  rows: readonly ChangedField[]
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Shows the changes before they are saved. */
export default function Review({ title, rows, isBusy, onConfirm, onCancel }: ReviewProps) {
  const t = useTranslations('form')
  return (
    <Modal opened onClose={onCancel} title={title} size="lg" centered closeButtonProps={{ 'aria-label': t('goOn') }}>
      <Stack>
        <ScrollArea.Autosize mah="60dvh" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}>
          <Difference caption={title} rows={rows} />
        </ScrollArea.Autosize>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('goOn')}
          </Button>
          <Button onClick={onConfirm} loading={isBusy} data-autofocus>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
