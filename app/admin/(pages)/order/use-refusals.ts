'use client'

import { useTranslations } from 'next-intl'
import type { ActionRefusal, StaffAction } from '@/db/enums'

/** Why an action is not possible with an order now, in a sentence. */
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
  }
  // Parcels have another limit than refunds, of which a cancellation is one.
  return (action, reason) => (action === 'ship' && reason === 'limit_reached' ? t('parcels_reached') : texts[reason])
}
