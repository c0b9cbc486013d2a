'use client'

import { useFormatter, useTranslations } from 'next-intl'
import type { CouponRefusalReason } from '@/db/enums'

/**
 * The reason why a coupon does not apply to an order. If the order is below the threshold of the coupon, also the
 * missing amount (in fen) or number of pieces.
 */
export interface CouponRefusal {
  reason: CouponRefusalReason
  missing_amount?: number | undefined
  missing_pieces?: number | undefined
}

/** Returns a function that formats a {@link CouponRefusal} as text. */
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
