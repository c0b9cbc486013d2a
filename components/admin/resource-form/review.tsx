'use client'

import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Tag, Tags } from '@/components/admin/tag/tag'
import { type ChangedField, Difference } from '@/components/ui/difference'
import { Fact, Facts } from '@/components/ui/facts'
import type { GivenField } from './use-changed-fields'

interface ReviewProps {
  title: string
  rows?: readonly ChangedField[]
  /** Of a new record. */
  given?: readonly GivenField[]
  /** Below the fields. */
  note?: ReactNode
  /** "Save" by default. */
  confirmLabel?: string
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

export default function Review({
  title,
  rows,
  given = [],
  note,
  confirmLabel,
  isBusy,
  onConfirm,
  onCancel,
}: ReviewProps) {
  const t = useTranslations('form')
  return (
    <Modal opened onClose={onCancel} title={title} size="lg" centered closeButtonProps={{ 'aria-label': t('goOn') }}>
      <Stack>
        <ScrollArea.Autosize mah="60dvh" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}>
          {rows ? <Difference caption={title} rows={rows} /> : <Given fields={given} />}
        </ScrollArea.Autosize>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('goOn')}
          </Button>
          <Button onClick={onConfirm} loading={isBusy} data-autofocus>
            {confirmLabel ?? t('save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Given({ fields }: { fields: readonly GivenField[] }) {
  return (
    <Facts>
      {fields.map(({ key, label, value }) => (
        <Fact key={key} name={label}>
          {isNames(value) ? (
            <Tags>
              {value.map((name) => (
                <Tag key={name} style="default">
                  {name}
                </Tag>
              ))}
            </Tags>
          ) : (
            value
          )}
        </Fact>
      ))}
    </Facts>
  )
}

const isNames = (value: GivenField['value']): value is readonly string[] => Array.isArray(value)
