'use client'

import { useTranslations } from 'next-intl'
import type { ShippingMethod } from '@/db/enums'

export function useMethods(): Record<ShippingMethod, string> {
  const t = useTranslations('sale.method')
  return { express: t('express'), local: t('local'), virtual: t('virtual'), pickup: t('pickup') }
}
