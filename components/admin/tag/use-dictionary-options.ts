'use client'

import { useDictionary } from '@/components/admin/frame/admin-context'

/** Enabled entries, and the one with the value `chosen` even if disabled. */
export function useDictionaryOptions(type: string, chosen?: string): { value: string; label: string }[] {
  return useDictionary(type).filter(({ is_disabled, value }) => !is_disabled || value === chosen)
}
