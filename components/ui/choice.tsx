'use client'

import { Select, type SelectProps } from '@mantine/core'

interface ChoiceProps extends Omit<SelectProps, 'onChange' | 'allowDeselect'> {
  onChange: (value: string) => void
}

/** Users can change the option, but not clear the select. */
export function Choice({ onChange, ...props }: ChoiceProps) {
  return <Select {...props} allowDeselect={false} onChange={(value) => value !== null && onChange(value)} />
}
