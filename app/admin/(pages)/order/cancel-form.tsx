'use client'

import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { CancelInput } from '@/lib/order/change/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'

/** A paid order is also refunded. */
export default function CancelForm({ order, onClose }: CommandFormProps) {
  const t = useTranslations('sale.cancel')
  const { id, version, order_no, status } = order
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="order"
      element="order.cancel"
      command={{ label: t('save'), done: t('done') }}
      title={t('title', { no: order_no })}
      nameOf={() => order_no}
      fields={[
        {
          name: 'reason_code',
          label: t('reason'),
          help: status === 'unpaid' ? t('helpUnpaid') : t('helpPaid'),
          options: useDictionaryOptions(status === 'unpaid' ? 'cancel_reason' : 'refund_reason'),
        },
        { name: 'note', label: t('note') },
      ]}
      create={{
        schema: CancelInput,
        fixedValues: { version },
        send: (body, options) => send('POST /cms/order/{id}/cancel', { params: { id }, body, ...options }),
      }}
    />
  )
}
