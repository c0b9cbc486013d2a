'use client'

import type { TextInputProps } from '@mantine/core'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { MoneyInput as BareMoneyInput } from '@/components/ui/money-input'

interface MoneyInputProps extends InputProps {
  /** Further attributes of the input, such as a placeholder. */
  attributes?: Omit<TextInputProps, 'value' | 'onChange'>
}

/** An amount in fen, entered in yuan. What is no amount is refused when it is sent. */
export default function MoneyInput({ attributes, ...input }: MoneyInputProps) {
  return (
    <BareMoneyInput
      {...attributesOf(input)}
      error={input.error}
      {...attributes}
      value={input.value}
      onChange={input.onChange}
    />
  )
}
