'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { clockTime } from './clock-time'

interface TimeLeftProps {
  /** ISO 8601. */
  until: string
  onOver: () => void
}

const day = 24 * 60 * 60

/** Renders nothing while more than a day is left. */
export function TimeLeft({ until, onOver }: TimeLeftProps) {
  const t = useTranslations('purchase.order')
  // The page's `now` is the time of its rendering, which may be long ago.
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000))
  const isOver = seconds === 0
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  if (seconds > day) return null
  return (
    // The role `timer`: screen readers do not announce each change.
    <Text role="timer" size="sm" fw={600} c="accent" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {isOver ? t('timeOver') : t('timeLeft', { time: clockTime(seconds) })}
    </Text>
  )
}
