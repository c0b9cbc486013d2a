'use client'

import { Button, Group, Modal, ScrollArea, Stack } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type Changed, Difference } from '../difference'

interface ReviewProps {
  title: string
  rows: readonly Changed[]
  isBusy: boolean
  onYes: () => void
  onNo: () => void
}

/** What will differ, shown before it is saved. */
export default function Review({ title, rows, isBusy, onYes, onNo }: ReviewProps) {
  const t = useTranslations('form')
  return (
    <Modal opened onClose={onNo} title={title} size="lg" centered closeButtonProps={{ 'aria-label': t('goOn') }}>
      <Stack>
        <ScrollArea.Autosize mah="60dvh" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}>
          <Difference caption={title} rows={rows} />
        </ScrollArea.Autosize>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onNo}>
            {t('goOn')}
          </Button>
          <Button onClick={onYes} loading={isBusy} data-autofocus>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
