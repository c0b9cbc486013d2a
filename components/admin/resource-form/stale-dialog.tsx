'use client'

import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { type ChangedField, Difference } from '@/components/ui/difference'
import type { Stale } from './stale'

interface StaleDialogProps {
  stale: Stale
  /** Differences from the stored record. undefined: it could not be read. */
  rows: ChangedField[] | undefined
  /** Fields that both have changed, if other own changes are saved with them. */
  choices: readonly { name: string; label: string }[]
  /** Gets the fields that keep the current values. */
  onOverwrite: (yielded: string[]) => void
  onDiscard: (() => void) | undefined
  onClose: () => void
}

/** The record was changed by another user meanwhile. */
export default function StaleDialog({ stale, rows, choices, onOverwrite, onDiscard, onClose }: StaleDialogProps) {
  const [yielded, setYielded] = useState<string[]>([])
  const t = useTranslations('form.stale')
  const format = useFormatter()
  const at = format.dateTime(new Date(stale.at), { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <Modal opened onClose={onClose} title={t('title')} size="lg" centered withCloseButton={false}>
      <Stack>
        <Text size="sm">{stale.by ? t('by', { name: stale.by, at }) : t('byNobody', { at })}</Text>
        {rows && <Difference caption={t('caption')} rows={rows} titles={{ before: t('theirs'), after: t('mine') }} />}
        {choices.length > 0 && (
          <Stack gap="xs">
            <Text size="sm">{t('choose')}</Text>
            {choices.map(({ name, label }) => (
              <Group key={name} justify="space-between" gap="xs">
                <Text size="sm" fw={500}>
                  {label}
                </Text>
                <SegmentedControl
                  size="xs"
                  aria-label={label}
                  data={[
                    { value: 'theirs', label: t('theirs') },
                    { value: 'mine', label: t('mine') },
                  ]}
                  value={yielded.includes(name) ? 'theirs' : 'mine'}
                  onChange={(side) =>
                    setYielded((now) => [...now.filter((one) => one !== name), ...(side === 'theirs' ? [name] : [])])
                  }
                />
              </Group>
            ))}
          </Stack>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="subtle" color="gray" onClick={onClose} mr="auto">
            {t('back')}
          </Button>
          {onDiscard && (
            <Button variant="default" onClick={onDiscard}>
              {t('takeTheirs')}
            </Button>
          )}
          <Button onClick={() => onOverwrite(yielded)}>{choices.length > 0 ? t('saveChosen') : t('overwrite')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
