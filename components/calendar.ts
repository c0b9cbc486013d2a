'use client'

import 'dayjs/locale/zh-cn'
import { useLocale, useTranslations } from 'next-intl'

/** The labels and the first day of the week of @mantine/dates calendars, in the current language. */
export function useCalendar() {
  const t = useTranslations('form.calendar')
  const isChinese = useLocale() === 'zh-CN'
  return {
    locale: isChinese ? 'zh-cn' : 'en',
    firstDayOfWeek: isChinese ? (1 as const) : (0 as const),
    ariaLabels: {
      nextMonth: t('nextMonth'),
      previousMonth: t('previousMonth'),
      monthLevelControl: t('chooseMonth'),
      yearLevelControl: t('chooseYear'),
      nextYear: t('nextYear'),
      previousYear: t('previousYear'),
      nextDecade: t('nextDecade'),
      previousDecade: t('previousDecade'),
    },
  }
}
