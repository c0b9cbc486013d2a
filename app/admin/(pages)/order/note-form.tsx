'use client'

import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { NoteInput } from '@/lib/order/desk/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'

export default function NoteForm({ order: { id, order_no }, onClose }: CommandFormProps) {
  const t = useTranslations('sale.note')
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="order"
      element="order.note"
      command={{ label: t('save'), done: t('done') }}
      title={t('title', { no: order_no })}
      nameOf={() => order_no}
      fields={[
        { name: 'text', label: t('text'), help: t('help') },
        { name: 'pinned', label: t('pinned') },
        { name: 'for_parcel', label: t('forParcel'), help: t('forParcelHelp') },
      ]}
      create={{
        schema: NoteInput,
        send: (body, options) => send('POST /cms/order/{id}/note', { params: { id }, body, ...options }),
      }}
    />
  )
}
