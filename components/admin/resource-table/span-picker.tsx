'use client'

import '@mantine/dates/styles.layer.css'
import { Button, Group, Stack } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useTimeZone } from 'next-intl'
import { useState } from 'react'
import { useCalendar } from '@/components/ui/calendar'
import { dayOf, endOfDay, startOfDay } from '@/components/ui/zone'
import { isRelative, resolveRelative } from '@/lib/kit/last-days'
import { namedSpans, useSpanName } from './use-span-name'

interface SpanPickerProps {
  /** The end is exclusive: in ISO 8601, or relative to today. */
  from: string | undefined
  until: string | undefined
  onChange: (from: string | null, until: string | null) => void
}

/** In the shop's time zone, including the last day. */
export default function SpanPicker({ from, until, onChange }: SpanPickerProps) {
  const zone = useTimeZone() ?? 'UTC'
  const calendar = useCalendar()
  const today = dayOf(new Date().toISOString(), zone)
  const [days, setDays] = useState<[string | null, string | null]>([
    from ? dayOf(resolveRelative(from, zone), zone) : null,
    until
      ? dayOf(new Date(Date.parse(resolveRelative(until, zone)) - 1).toISOString(), zone)
      : from && isRelative(from)
        ? today
        : null,
  ])
  const nameOf = useSpanName()
  const choose = ([first, last]: [string | null, string | null]) => {
    setDays([first, last])
    if (first && last) onChange(startOfDay(first, zone), endOfDay(last, zone))
  }
  return (
    <Stack gap="xs">
      {/* As wide as the calendar. */}
      <Group gap={4} maw={264}>
        {namedSpans.map(([first, last]) => (
          <Button
            key={`${first} ${last}`}
            size="compact-sm"
            variant="default"
            aria-pressed={from === first && (until ?? null) === last}
            onClick={() => onChange(first, last)}
          >
            {nameOf(first, last)}
          </Button>
        ))}
      </Group>
      <DatePicker {...calendar} type="range" allowSingleDateInRange value={days} onChange={choose} />
    </Stack>
  )
}
