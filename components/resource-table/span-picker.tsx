'use client'

import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import { Button, Group, Stack } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import { useState } from 'react'
import { dayOf, endOf, startOf } from './days'

interface SpanPickerProps {
  /** Moments: the first that belongs to the span and the first that does not. */
  from: string | undefined
  until: string | undefined
  onChange: (from: string | null, until: string | null) => void
}

const presets = [1, 7, 30] as const

/** Days from and to, both included, in the time zone of the shop. */
export default function SpanPicker({ from, until, onChange }: SpanPickerProps) {
  const t = useTranslations('table')
  const locale = useLocale()
  const zone = useTimeZone() ?? 'UTC'
  const [days, setDays] = useState<[string | null, string | null]>([
    from ? dayOf(from, zone) : null,
    until ? dayOf(new Date(Date.parse(until) - 1).toISOString(), zone) : null,
  ])
  const today = dayOf(new Date().toISOString(), zone)
  const choose = ([first, last]: [string | null, string | null]) => {
    setDays([first, last])
    if (first && last) onChange(startOf(first, zone), endOf(last, zone))
  }
  return (
    <Stack gap="xs">
      <Group gap={4}>
        {presets.map((count) => (
          <Button
            key={count}
            size="compact-xs"
            variant="default"
            onClick={() =>
              choose([
                dayjs(today)
                  .subtract(count - 1, 'day')
                  .format('YYYY-MM-DD'),
                today,
              ])
            }
          >
            {t('lastDays', { count })}
          </Button>
        ))}
      </Group>
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={days}
        onChange={choose}
        locale={locale === 'zh-CN' ? 'zh-cn' : 'en'}
        firstDayOfWeek={locale === 'zh-CN' ? 1 : 0}
        ariaLabels={{
          nextMonth: t('nextMonth'),
          previousMonth: t('previousMonth'),
          monthLevelControl: t('chooseMonth'),
          yearLevelControl: t('chooseYear'),
          nextYear: t('nextYear'),
          previousYear: t('previousYear'),
          nextDecade: t('nextDecade'),
          previousDecade: t('previousDecade'),
        }}
      />
    </Stack>
  )
}
