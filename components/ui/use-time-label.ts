'use client'

import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import { nameOfZone } from './local-time'

/** Header of a column, with the time zone: `Time (GMT+8)`. */
export function useTimeLabel(): string {
  const t = useTranslations('time')
  const locale = useLocale()
  return t('timeIn', { zone: nameOfZone(new Date(), useTimeZone() ?? 'UTC', locale, 'short') })
}
