'use client'

import '@mantine/dates/styles.layer.css'
import { Button, Group, Stack } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useTimeZone, useTranslations } from 'next-intl'
import { useState } from 'react'
import { countOfLastDays, lastDays, resolveLastDays } from '@/lib/last-days'
import { useCalendar } from '../calendar'
import { dayOf, endOfDay, startOfDay } from '../zone'

interface SpanPickerProps {
  /** ISO 8601: the start, inclusive, and the end, exclusive. The start may also be the last days up to now. */
  from: string | undefined
  until: string | undefined
  onChange: (from: string | null, until: string | null) => void
}

const presets = [1, 7, 30] as const

/** A range of days, both inclusive, in the shop's time zone. */
export default function SpanPicker({ from, until, onChange }: SpanPickerProps) {
  const t = useTranslations('table')
  const zone = useTimeZone() ?? 'UTC'
  const calendar = useCalendar()
  const today = dayOf(new Date().toISOString(), zone)
  const [days, setDays] = useState<[string | null, string | null]>([
    from ? dayOf(resolveLastDays(from, zone), zone) : null,
    from && countOfLastDays(from) ? today : until ? dayOf(new Date(Date.parse(until) - 1).toISOString(), zone) : null,
  ])
  const choose = ([first, last]: [string | null, string | null]) => {
    setDays([first, last])
    if (first && last) onChange(startOfDay(first, zone), endOfDay(last, zone))
  }
  return (
    <Stack gap="xs">
      <Group gap={4}>
        {presets.map((count) => (
          <Button
            key={count}
            size="compact-sm"
            variant="default"
            aria-pressed={from === lastDays(count)}
            onClick={() => onChange(lastDays(count), null)}
          >
            {t('lastDays', { count })}
          </Button>
        ))}
      </Group>
      <DatePicker {...calendar} type="range" allowSingleDateInRange value={days} onChange={choose} />
    </Stack>
  )
}
