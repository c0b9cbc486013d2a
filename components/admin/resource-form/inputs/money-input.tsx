'use client'

import type { TextInputProps } from '@mantine/core'
import { MoneyInput as BareMoneyInput } from '@/components/ui/money-input'
import { attributesOf, type InputProps } from '../field'

interface MoneyInputProps extends InputProps {
  attributes?: Omit<TextInputProps, 'value' | 'onChange'>
}

/** In fen, entered in yuan. A text that is not an amount is refused when the form is sent. */
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
