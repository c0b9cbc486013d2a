'use client'

import { useTranslations } from 'next-intl'
import type { ActionRefusal } from '@/db/enums'

/** Why something cannot be done with an order now, in a sentence. */
export function useRefusals(): (reason: ActionRefusal) => string {
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
  return (reason) => texts[reason]
}
