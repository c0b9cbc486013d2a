'use client'

import { useTranslations } from 'next-intl'
import { countOfLastDays, lastDays } from '@/lib/kit/last-days'

/** `until` is null for spans up to now. */
export const namedSpans: readonly (readonly [from: string, until: string | null])[] = [
  [lastDays(1), null],
  [lastDays(2), lastDays(1)],
  [lastDays(7), null],
  [lastDays(30), null],
  ['0m', null],
  ['1m', '0m'],
]

/** Such as "Last 7 days". undefined: the span has no name. */
export function useSpanName(): (from: string | undefined, until: string | null | undefined) => string | undefined {
  const t = useTranslations('table')
  return (from, until) => {
    if (from === undefined) return undefined
    const count = until ? undefined : countOfLastDays(from)
    if (count !== undefined) return t('lastDays', { count })
    if (from === lastDays(2) && until === lastDays(1)) return t('yesterday')
    if (from === '0m' && !until) return t('thisMonth')
    return from === '1m' && until === '0m' ? t('lastMonth') : undefined
  }
}
