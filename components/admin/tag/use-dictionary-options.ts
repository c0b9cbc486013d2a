'use client'

import { useDictionary } from '@/components/admin/frame/admin-context'

/**
 * The options of a select from a dictionary: all enabled entries, and the entry with the value `chosen` even if
 * disabled.
 */
export function useDictionaryOptions(type: string, chosen?: string): { value: string; label: string }[] {
  return useDictionary(type).filter(({ is_disabled, value }) => !is_disabled || value === chosen)
}
