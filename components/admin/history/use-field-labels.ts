import { useMessages, useTranslations } from 'next-intl'
import { useCallback } from 'react'

/** Returns the label of a field of records by its name, or the name if it has none. */
export function useFieldLabels(): (name: string) => string {
  const t = useTranslations('history.fields')
  const { fields } = useMessages().history
  return useCallback((name) => (isKeyOf(fields, name) ? t(name) : name), [t, fields])
}

const isKeyOf = <K extends string>(all: Record<K, unknown>, key: string): key is K => Object.hasOwn(all, key)
