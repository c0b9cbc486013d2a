'use client'

import { useTranslations } from 'next-intl'
import type { ShippingMethod } from '@/db/enums'

/** The names of the ways in which an order leaves the shop. */
export function useMethods(): Record<ShippingMethod, string> {
  const t = useTranslations('sale.method')
  return { express: t('express'), local: t('local'), virtual: t('virtual'), pickup: t('pickup') }
}
