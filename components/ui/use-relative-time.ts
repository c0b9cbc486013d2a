'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { spaced } from '@/lib/kit/i18n/spaced'

const minute = 60_000

/** `just now`, `4 minutes ago`, `in 3 days`. */
export function useRelativeTime(): (moment: Date, now: Date) => string {
  const format = useFormatter()
  const t = useTranslations('time')
  return (moment, now) => {
    const age = now.getTime() - moment.getTime()
    return age >= 0 && age < minute ? t('justNow') : spaced(format.relativeTime(moment, now))
  }
}
