'use client'

import { Select } from '@mantine/core'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'

/** Changing the kind clears the target. */
export function TargetTypeInput(input: InputProps) {
  const { value, change } = input
  return (
    <Select
      {...attributesOf(input)}
      data={useDictionaryOptions('target_type', String(value))}
      allowDeselect={false}
      value={String(value)}
      onChange={(target_type) => {
        if (target_type !== value) change({ target_type, target: null, target_name: null, target_state: 'ok' })
      }}
    />
  )
}
