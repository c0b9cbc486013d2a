'use client'

import { useTranslations } from 'next-intl'
import type { Delivery } from '@/db/enums'

/** The delivery methods of products as options, with their names. */
export function useDeliveryOptions(): { value: Delivery; label: string }[] {
  const t = useTranslations('catalogue.delivery')
  return [
    { value: 'express', label: t('express') },
    { value: 'pickup', label: t('pickup') },
  ]
}
