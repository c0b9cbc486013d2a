'use client'

import { useMessages } from 'next-intl'
import { type Namespace, textKey } from '@/lib/kit/i18n/text-name'
import { textIn } from '@/lib/oper_log/labels'

/**
 * Returns a function that returns the label of a field: the declared label, or else the text with the field's name in
 * camel case.
 */
export function useLabels(namespace: Namespace) {
  const texts = useMessages()[namespace]
  return (name: string, label: string | undefined) => label ?? textIn(texts, textKey(name)) ?? name
}
