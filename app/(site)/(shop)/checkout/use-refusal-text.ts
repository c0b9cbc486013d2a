'use client'

import { useFormatter, useTranslations } from 'next-intl'
import type { CouponRefusalReason } from '@/db/enums'

/** Below the threshold, also the missing amount (in fen) or pieces. */
export interface CouponRefusal {
  reason: CouponRefusalReason
  missing_amount?: number | undefined
  missing_pieces?: number | undefined
}

export function useRefusalText() {
  const t = useTranslations('purchase.coupon.refusal')
  const format = useFormatter()
  return ({ reason, missing_amount, missing_pieces = 0 }: CouponRefusal): string => {
    if (reason !== 'below') return t(reason)
    return missing_amount === undefined
      ? t('belowPieces', { count: missing_pieces })
      : t('belowAmount', { amount: format.number(missing_amount / 100, 'price') })
  }
}
