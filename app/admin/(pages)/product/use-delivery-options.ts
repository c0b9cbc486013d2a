'use client'

import { useTranslations } from 'next-intl'
import type { Delivery } from '@/db/enums'

export function useDeliveryOptions(): { value: Delivery; label: string }[] {
  const t = useTranslations('catalogue.delivery')
  return [
    { value: 'express', label: t('express') },
    { value: 'pickup', label: t('pickup') },
  ]
}
