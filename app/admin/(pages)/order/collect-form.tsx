'use client'

import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { CollectInput } from '@/lib/order/ship/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'

/** To the customer who shows the pick-up code. */
export default function CollectForm({ order: { id, order_no, version }, onClose }: CommandFormProps) {
  const t = useTranslations('sale.pickup')
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="order"
      element="order.collect"
      command={{ label: t('save'), done: t('done', { no: order_no }) }}
      title={t('handOverTitle', { no: order_no })}
      nameOf={() => order_no}
      fields={[{ name: 'code', label: t('code'), help: t('codeHelp') }]}
      create={{
        schema: CollectInput,
        fixedValues: { version },
        send: (body) => send('POST /cms/order/{id}/collect', { params: { id }, body }),
      }}
    />
  )
}
