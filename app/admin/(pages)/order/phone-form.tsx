'use client'

import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { PhoneInput } from '@/lib/order/ship/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'

/** The platform refused the shipping report, which is sent again on saving. */
export default function PhoneForm({ order: { id, order_no, version, receiver }, onClose }: CommandFormProps) {
  const t = useTranslations('sale.report')
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="order"
      element="order.ship"
      command={{ label: t('phoneSave'), done: t('again') }}
      title={t('phoneTitle', { no: order_no })}
      nameOf={() => order_no}
      fields={[{ name: 'mobile', label: t('phone'), help: t('phoneHelp'), autoComplete: 'off' }]}
      create={{
        schema: PhoneInput,
        fixedValues: { version },
        initialValues: { mobile: receiver.mobile },
        send: (body, options) => send('POST /cms/order/{id}/report/phone', { params: { id }, body, ...options }),
      }}
    />
  )
}
