'use client'

import { useTranslations } from 'next-intl'
import type { ActionRefusal, StaffAction } from '@/db/enums'

export function useRefusals(): (action: StaffAction, reason: ActionRefusal) => string {
  const t = useTranslations('sale.refusal')
  const texts: Record<ActionRefusal, string> = {
    forbidden: t('forbidden'),
    unpaid: t('unpaid'),
    paid: t('paid'),
    shipped: t('shipped'),
    completed: t('completed'),
    cancelled: t('cancelled'),
    refunded: t('refunded'),
    part_shipped: t('part_shipped'),
    nothing_left: t('nothing_left'),
    limit_reached: t('limit_reached'),
    after_sale_open: t('after_sale_open'),
    address_asked: t('address_asked'),
    pickup: t('pickup'),
    express: t('express'),
  }
  // The general text is about the limit of refunds, including cancellations.
  return (action, reason) => (action === 'ship' && reason === 'limit_reached' ? t('parcels_reached') : texts[reason])
}
