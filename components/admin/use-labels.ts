'use client'

import { useMessages } from 'next-intl'
import { type Namespace, textKey } from '@/lib/kit/i18n/text-name'
import { textIn } from '@/lib/oper_log/labels'

export function useLabels(namespace: Namespace) {
  const texts: object = useMessages()[namespace]
  const tabs: object = 'tab' in texts && typeof texts.tab === 'object' && texts.tab ? texts.tab : {}
  return {
    textOf: (key: string) => textIn(texts, key),
    /** By default, the text with the name in camel case. */
    labelOf: (name: string, label: string | undefined) => label ?? textIn(texts, textKey(name)) ?? name,
    tabLabelOf: (value: string) => textIn(tabs, value || 'all') ?? value,
  }
}
