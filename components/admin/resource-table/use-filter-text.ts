'use client'

import { useFormatter, useTimeZone, useTranslations } from 'next-intl'
import { resolveRelative } from '@/lib/kit/last-days'
import type { ShownFilter } from './declaration'
import { useRecordName } from './use-record-name'
import { useSpanName } from './use-span-name'

/** undefined: the filter is not set. */
export function useFilterText(filter: ShownFilter, activeFilters: Record<string, string>): string | undefined {
  const t = useTranslations('table')
  const format = useFormatter()
  const zone = useTimeZone() ?? 'UTC'
  const spanName = useSpanName()
  const value = activeFilters[filter.name]
  const recordName = useRecordName(filter, value)
  if (filter.kind === 'choice') return filter.options.find((one) => one.value === value)?.label
  if (filter.kind === 'record') return value && (recordName ?? `#${value}`)
  if (filter.kind === 'text') return value
  const until = activeFilters[filter.until]
  if (filter.kind === 'prices' || filter.kind === 'numbers') {
    const isPrice = filter.kind === 'prices'
    const shown = (text: string) => (isPrice ? format.number(Number(text) / 100, 'price') : format.number(Number(text)))
    if (value && until) return t('span', { from: shown(value), to: shown(until) })
    if (value) return t('atLeast', { price: shown(value) })
    return until ? t('atMost', { price: shown(until) }) : undefined
  }
  const named = spanName(value, until)
  if (named !== undefined) return named
  const day = (moment: string, before = 0) =>
    format.dateTime(Date.parse(resolveRelative(moment, zone)) - before, { dateStyle: 'medium' })
  if (value && until) return t('span', { from: day(value), to: day(until, 1) })
  if (value) return t('since', { from: day(value) })
  return until ? t('until', { to: day(until, 1) }) : undefined
}
