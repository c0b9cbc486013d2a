'use client'

import { useFormatter, useTranslations } from 'next-intl'

/** From this number on, the server does not count further. */
const cap = 1_000

/** Makes tabs with the number of their rows. `counts` has one for each tab. */
export function useCountedTab<Tab extends string>(counts: Record<Tab, number>) {
  const t = useTranslations('table')
  const format = useFormatter()
  return (value: Tab, label: string) => ({
    value,
    label,
    count: counts[value] >= cap ? t('countCapped', { count: cap }) : format.number(counts[value]),
  })
}
