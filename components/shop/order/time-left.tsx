'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { clockTime } from './clock-time'

interface TimeLeftProps {
  /** ISO 8601. */
  until: string
  /** Called when the time is over. */
  onOver: () => void
}

const day = 24 * 60 * 60

/** The time that is left to pay, to the second; nothing while it is more than a day. */
export function TimeLeft({ until, onOver }: TimeLeftProps) {
  const t = useTranslations('purchase.order')
  // The time of this moment: that of the page is when it was rendered, and the customer may have walked through it for long.
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
    // A timer is not announced whenever it moves.
    <Text role="timer" size="sm" fw={600} c="accent" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {isOver ? t('timeOver') : t('timeLeft', { time: clockTime(seconds) })}
    </Text>
  )
}
