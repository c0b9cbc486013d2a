'use client'

import { useLocale } from 'next-intl'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'

/**
 * Reads the reasons for after-sale cases and the carriers from the dictionaries. Returns them as `entries`; undefined
 * until they are read. The `label` of an entry is in English if the page is in English and the dictionary has an
 * English label.
 */
export function useDict() {
  const locale = useLocale()
  const { value, ...rest } = useRead(() => send('GET /v1/dict', { query: { types: 'after_sale_reason,carrier' } }))
  const entries = value?.map(({ type, value, label, label_en }) => ({
    ...{ type, value },
    label: (locale === 'en' && label_en) || label,
  }))
  return { entries, ...rest }
}
