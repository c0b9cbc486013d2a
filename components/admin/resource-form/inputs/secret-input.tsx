'use client'

import { PasswordInput } from '@mantine/core'
import { attributesOf, type InputProps } from '../field'

/** A new password, which can be shown while it is typed. */
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
