'use client'

import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { ParcelInput } from '@/lib/after_sale/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'

export default function ParcelForm({ record, onClose }: CommandFormProps) {
  const t = useTranslations('after_sale')
  const { id, no, version, return_carrier, return_tracking_no } = record
  const texts =
    return_tracking_no === null
      ? { title: t('parcel.enterTitle', { no }), save: t('parcel.enter'), done: t('parcel.entered') }
      : { title: t('parcel.correctTitle', { no }), save: t('parcel.correct'), done: t('parcel.corrected') }
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="after_sale"
      element="after_sale.receive"
      command={{ label: texts.save, done: texts.done }}
      title={texts.title}
      nameOf={() => no}
      fields={[
        {
          name: 'carrier',
          label: t('carrier'),
          help: t('parcel.help'),
          options: useDictionaryOptions('carrier', return_carrier ?? undefined),
        },
        { name: 'tracking_no', label: t('trackingNo') },
      ]}
      create={{
        schema: ParcelInput,
        fixedValues: { version },
        initialValues: {
          ...(return_carrier !== null && { carrier: return_carrier }),
          ...(return_tracking_no !== null && { tracking_no: return_tracking_no }),
        },
        send: (body, options) => send('POST /cms/after_sale/{id}/return', { params: { id }, body, ...options }),
      }}
    />
  )
}
