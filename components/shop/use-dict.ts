'use client'

import { useLocale } from 'next-intl'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'

/** The words of the shop that customers choose from, in the language of the page where the shop has one for it. */
export function useDict() {
  const locale = useLocale()
  const { value, ...rest } = useRead(() => send('GET /v1/dict', { query: { types: 'after_sale_reason,carrier' } }))
  const entries = value?.map(({ type, value, label, label_en }) => ({
    ...{ type, value },
    label: (locale === 'en' && label_en) || label,
  }))
  return { entries, ...rest }
}
