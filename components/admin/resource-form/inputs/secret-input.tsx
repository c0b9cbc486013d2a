'use client'

import { PasswordInput } from '@mantine/core'
import { attributesOf, type InputProps } from '../field'

export default function SecretInput(input: InputProps) {
  const { value, onChange } = input
  return (
    <PasswordInput
      {...attributesOf(input)}
      autoComplete="new-password"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
