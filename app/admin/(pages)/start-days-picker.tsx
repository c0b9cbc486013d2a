'use client'

import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useTimeZone } from 'next-intl'
import { useState } from 'react'
import { useCalendar } from '@/components/ui/calendar'
import { dayOf } from '@/components/ui/zone'
import { type Days, dayAfter } from './start-ranges'

interface DaysPickerProps {
  days: Days | undefined
  onChange: (days: Days) => void
}

/** Days after today cannot be chosen. */
export default function DaysPicker({ days, onChange }: DaysPickerProps) {
  const calendar = useCalendar()
  const zone = useTimeZone() ?? 'UTC'
  const [chosen, setChosen] = useState<[string | null, string | null]>(
    days ? [days.from, dayAfter(days.to, -1)] : [null, null],
  )
  return (
    <DatePicker
      {...calendar}
      type="range"
      allowSingleDateInRange
      maxDate={dayOf(new Date().toISOString(), zone)}
      value={chosen}
      onChange={([first, last]) => {
        setChosen([first, last])
        if (first && last) onChange({ from: first, to: dayAfter(last, 1) })
      }}
    />
  )
}
