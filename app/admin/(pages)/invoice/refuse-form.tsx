'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { RefuseInput } from '@/lib/invoice/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'

export default function RefuseForm({ record: { id, title, version }, onClose }: CommandFormProps) {
  const t = useTranslations('invoice')
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="invoice"
      element="invoice.issue"
      command={{ label: t('refuse.save'), done: t('refuse.done'), isRefusal: true }}
      title={t('refuse.title')}
      nameOf={() => title}
      fields={[{ name: 'reason', label: t('reason'), help: t('refuse.reasonHelp') }]}
      create={{
        schema: RefuseInput,
        fixedValues: { version },
        send: (body, options) => send('POST /cms/invoice/{id}/refuse', { params: { id }, body, ...options }),
      }}
    >
      <Text size="sm" c="dimmed">
        {t('refuse.help')}
      </Text>
    </ResourceForm>
  )
}
