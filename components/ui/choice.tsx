'use client'

import { Select, type SelectProps } from '@mantine/core'

interface ChoiceProps extends Omit<SelectProps, 'onChange' | 'allowDeselect'> {
  onChange: (value: string) => void
}

/** A choice of one option, of which one is always chosen. */
export function Choice({ onChange, ...props }: ChoiceProps) {
  return <Select {...props} allowDeselect={false} onChange={(value) => value !== null && onChange(value)} />
}
