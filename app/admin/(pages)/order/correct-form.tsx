'use client'

import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { CorrectInput } from '@/lib/order/ship/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps, Order } from './record'

/** A parcel can be corrected once. */
export default function CorrectForm({
  order: { id, order_no, version },
  parcel,
  onClose,
}: CommandFormProps & { parcel: Order['shipments'][number] }) {
  const t = useTranslations('sale')
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="order"
      element="order.ship"
      command={{ label: t('correct.save'), done: t('correct.done') }}
      title={t('correct.title', { no: parcel.tracking_no ?? '' })}
      nameOf={() => order_no}
      fields={[
        {
          name: 'carrier',
          label: t('ship.carrier'),
          help: t('correct.help'),
          options: useDictionaryOptions('carrier', parcel.carrier ?? undefined),
        },
        { name: 'tracking_no', label: t('ship.trackingNo') },
      ]}
      create={{
        schema: CorrectInput,
        fixedValues: { version },
        initialValues: { carrier: parcel.carrier, tracking_no: parcel.tracking_no },
        send: (body) => send('POST /cms/order/{id}/shipment/{sid}/correct', { params: { id, sid: parcel.id }, body }),
      }}
    />
  )
}
