'use client'

import { Select } from '@mantine/core'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'

/** A change clears the chosen categories and products. */
export function ScopeInput(input: InputProps) {
  const { value, change } = input
  return (
    <Select
      {...attributesOf(input)}
      data={useDictionaryOptions('promotion_scope', String(value))}
      allowDeselect={false}
      value={String(value)}
      onChange={(scope) => {
        if (scope !== value) change({ scope, category_ids: [], product_ids: [] })
      }}
    />
  )
}
