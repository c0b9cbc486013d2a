'use client'

import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { OrderChanges } from '@/lib/order/change/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'

/** Possible in every status, other than the rest of the order. */
export default function LabelForm({ order, onClose }: CommandFormProps) {
  const t = useTranslations('sale')
  return (
    <ResourceForm
      record={order}
      onClose={onClose}
      read={() => send('GET /cms/order/{id}', { params: { id: order.id } })}
      resource="order"
      command={{ done: t('label.done') }}
      title={t('label.title', { no: order.order_no })}
      nameOf={({ order_no }) => t('label.title', { no: order_no })}
      fields={[
        { name: 'tags', label: t('tags'), help: t('label.tagsHelp') },
        { name: 'external_id', label: t('externalId'), help: t('label.externalIdHelp') },
      ]}
      update={{
        schema: OrderChanges,
        send: ({ id }, body) => send('PUT /cms/order/{id}', { params: { id }, body }),
      }}
    />
  )
}
