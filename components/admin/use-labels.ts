'use client'

import { useMessages } from 'next-intl'
import { type Namespace, textKey } from '@/lib/kit/i18n/text-name'
import { textIn } from '@/lib/oper_log/labels'

/** Returns functions that read the texts of a list by the names of its parts. */
export function useLabels(namespace: Namespace) {
  const texts: object = useMessages()[namespace]
  const tabs: object = 'tab' in texts && typeof texts.tab === 'object' && texts.tab ? texts.tab : {}
  return {
    textOf: (key: string) => textIn(texts, key),
    /** Returns the label of a column or filter: the declared label, or else the text with its name in camel case. */
    labelOf: (name: string, label: string | undefined) => label ?? textIn(texts, textKey(name)) ?? name,
    tabLabelOf: (value: string) => textIn(tabs, value || 'all') ?? value,
  }
}
