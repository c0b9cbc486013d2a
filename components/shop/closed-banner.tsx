'use client'

import { Alert } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useLocale, useNow, useTimeZone, useTranslations } from 'next-intl'
import { shopLanguage } from '@/components/ui/language'
import { localTime } from '@/components/ui/local-time'
import type { Answer } from '@/lib/server/client'
import { usePassed } from './use-passed'

type Closing = NonNullable<Answer<'GET /v1/shop'>['closed']>

export function ClosedBanner({ closing: { from, until, message } }: { closing: Closing }) {
  const t = useTranslations('storefront.closed')
  const [locale, zone] = [useLocale(), useTimeZone() ?? 'UTC']
  const [start, end] = [Date.parse(from), Date.parse(until)]
  // The time of the server's rendering, which the first rendering in the browser repeats.
  const now = usePassed([start, end], useNow().getTime())
  if (now >= end) return null
  const texts = {
    from: localTime(new Date(from), zone, locale, 'minute'),
    until: localTime(new Date(until), zone, locale, 'minute'),
  }
  return (
    <Alert
      role="note"
      color="orange"
      variant="light"
      radius={0}
      icon={<IconClockPause size={20} stroke={1.7} aria-hidden="true" />}
      title={now >= start ? t('now', texts) : t('ahead', texts)}
    >
      {message && <span lang={shopLanguage}>{message}</span>}
    </Alert>
  )
}
