'use client'

import { useLocale, useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { RevokeInput } from '@/lib/promotion/coupon-schema'
import { send } from '@/lib/server/client'
import type { Coupon } from './coupons'

interface RevokeFormProps {
  coupon: Coupon
  onClose: () => void
}

/** Given by staff. Asks for a reason for the audit log. */
export default function RevokeForm({ coupon: { id, promotion, customer }, onClose }: RevokeFormProps) {
  const t = useTranslations('coupon.revoke')
  const locale = useLocale()
  const title = t('title', { name: promotion.name, customer: nameOfCustomer(customer, locale) })
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="coupon"
      element="coupon.revoke"
      command={{ label: t('save'), done: t('done'), isRefusal: true }}
      title={title}
      nameOf={() => title}
      fields={[{ name: 'note', label: t('note'), help: t('help') }]}
      create={{
        schema: RevokeInput,
        send: (body, options) => send('POST /cms/coupon/{id}/revoke', { params: { id }, body, ...options }),
      }}
    />
  )
}
