'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { PiecesInput } from '@/components/admin/pieces/pieces-input'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { ReceiveInput } from '@/lib/after_sale/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'
import { linesOf, restockOf } from './restock'
import { useMoneyFields } from './use-money-fields'

/** Also pays the money back. */
export default function ReceiveForm({ record, onClose }: CommandFormProps) {
  const t = useTranslations('after_sale')
  const { id, no, version, status, freight_left } = record
  const money = useMoneyFields(record)
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="after_sale"
      element="after_sale.receive"
      command={{ label: t('receive.save'), done: t('receive.done') }}
      title={t('receive.title', { no })}
      nameOf={() => no}
      fields={[
        {
          name: 'restock',
          label: t('form.restock'),
          help: t('form.restockHelp'),
          render: (input) => <PiecesInput {...input} lines={linesOf(record)} />,
        },
        ...money.fields,
        money.postage,
      ]}
      create={{
        schema: ReceiveInput,
        fixedValues: { version },
        initialValues: { restock: restockOf(record), ...money.initialValues },
        send: (body, options) =>
          send('POST /cms/after_sale/{id}/receive', { params: { id }, body: money.bodyOf(body), ...options }),
      }}
    >
      <Text size="sm" c="dimmed">
        {status === 'returning' ? t('receive.helpHandedOver') : t('receive.help')}
        {freight_left === 0 && ` ${t('form.noPostage')}`}
      </Text>
    </ResourceForm>
  )
}
