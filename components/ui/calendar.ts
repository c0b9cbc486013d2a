'use client'

import 'dayjs/locale/zh-cn'
import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl'
import { dayOf } from './zone'

/** For the calendars of @mantine/dates, in the current language. */
export function useCalendar() {
  const t = useTranslations('form.calendar')
  const format = useFormatter()
  const isChinese = useLocale() === 'zh-CN'
  const today = dayOf(new Date().toISOString(), useTimeZone() ?? 'UTC')
  return {
    locale: isChinese ? 'zh-cn' : 'en',
    firstDayOfWeek: isChinese ? (1 as const) : (0 as const),
    monthLabelFormat: isChinese ? 'YYYY年M月' : 'MMMM YYYY',
    yearLabelFormat: isChinese ? 'YYYY年' : 'YYYY',
    getDayAriaLabel: (day: string) => format.dateTime(new Date(day), { dateStyle: 'full', timeZone: 'UTC' }),
    highlightToday: true,
    // In the shop's zone, which may differ from the browser's.
    getDayProps: (day: string) =>
      day === today ? { 'data-today': true, 'aria-current': 'date' as const } : { 'data-today': undefined },
    // Colored weekends would be hard to read.
    weekendDays: [],
    hideOutsideDates: true,
    ariaLabels: {
      nextMonth: t('nextMonth'),
      previousMonth: t('previousMonth'),
      nextYear: t('nextYear'),
      previousYear: t('previousYear'),
      nextDecade: t('nextDecade'),
      previousDecade: t('previousDecade'),
    },
  }
}
