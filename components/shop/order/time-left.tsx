'use client'

import { Text } from '@mantine/core'
import { useNow, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
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
  const now = useNow({ updateInterval: 1_000 })
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1_000))
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
