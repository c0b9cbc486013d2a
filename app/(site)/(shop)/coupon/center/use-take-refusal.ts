'use client'

import { useTranslations } from 'next-intl'
import type { SendError } from '@/lib/server/client'

/** undefined: the error has another reason than the customer or a limit. */
export function useTakeRefusal() {
  const t = useTranslations('purchase.coupon.center.refusal')
  return ({ code, problem }: SendError): string | undefined => {
    if (code === 'coupon_unusable') return t('first_order')
    if (code === 'payer_missing') return t('payer_missing')
    if (code !== 'limit_reached') return undefined
    return t(problem?.of === 'total' ? 'total' : 'per_customer')
  }
}
