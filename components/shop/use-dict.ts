'use client'

import { useLocale } from 'next-intl'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'

/** Reasons for after-sale cases and carriers; undefined until read. English labels only in an English page. */
export function useDict() {
  const locale = useLocale()
  const { value, ...rest } = useRead(() => send('GET /v1/dict', { query: { types: 'after_sale_reason,carrier' } }))
  const entries = value?.map(({ type, value, label, label_en }) => ({
    type,
    value,
    label: (locale === 'en' && label_en) || label,
  }))
  return { entries, ...rest }
}
