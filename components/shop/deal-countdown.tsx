'use client'

import { Text } from '@mantine/core'
import { useNow, useTranslations } from 'next-intl'
import { useLayoutEffect, useState } from 'react'
import { clockTime } from './order/clock-time'

const day = 24 * 60 * 60

/** `until`: ISO 8601. */
export function DealCountdown({ until }: { until: string }) {
  const t = useTranslations('product.deal')
  // The time of the server's rendering, which the first rendering in the browser repeats.
  const rendered = useNow()
  const [now, setNow] = useState(() => rendered.getTime())
  useLayoutEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000))
  const days = Math.floor(seconds / day)
  const clock = clockTime(seconds % day)
  return (
    // The role `timer`: screen readers do not announce each change.
    <Text
      component="time"
      role="timer"
      dateTime={until}
      size="xs"
      c="dimmed"
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {days > 0 ? t('endsInDays', { days, clock }) : t('endsIn', { clock })}
    </Text>
  )
}
