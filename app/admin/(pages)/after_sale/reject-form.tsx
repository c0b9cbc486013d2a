'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { RejectInput } from '@/lib/after_sale/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'

/** Also refuses goods that were sent back. */
export default function RejectForm({ record, command, onClose }: CommandFormProps & { command: 'reject' | 'refuse' }) {
  const t = useTranslations('after_sale')
  const { id, no, version, status } = record
  const params = { id }
  const texts =
    command === 'reject'
      ? {
          title: t('reject.title', { no }),
          save: t('reject.save'),
          done: t('reject.done'),
          help: status === 'returning' ? t('reject.helpReturning') : t('reject.help'),
        }
      : { title: t('refuse.title', { no }), save: t('refuse.save'), done: t('refuse.done'), help: t('refuse.help') }
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="after_sale"
      element={command === 'reject' ? 'after_sale.decide' : 'after_sale.receive'}
      command={{ label: texts.save, done: texts.done, isRefusal: true }}
      title={texts.title}
      nameOf={() => no}
      fields={[{ name: 'note', label: t('form.reasonNote'), help: t('form.noteHelp') }]}
      create={{
        schema: RejectInput,
        fixedValues: { version },
        send: (body, options) =>
          command === 'reject'
            ? send('POST /cms/after_sale/{id}/reject', { params, body, ...options })
            : send('POST /cms/after_sale/{id}/refuse', { params, body, ...options }),
      }}
    >
      <Text size="sm" c="dimmed">
        {texts.help}
      </Text>
    </ResourceForm>
  )
}
