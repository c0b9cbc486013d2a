'use client'

import { useTranslations } from 'next-intl'
import type { Delivery } from '@/db/enums'

/** The ways in which customers can get a product, with their names. */
export function useDeliveryOptions(): { value: Delivery; label: string }[] {
  const t = useTranslations('catalogue.delivery')
  return [
    { value: 'express', label: t('express') },
    { value: 'pickup', label: t('pickup') },
  ]
}
