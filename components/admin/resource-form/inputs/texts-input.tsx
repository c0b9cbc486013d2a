'use client'

import { TagsInput } from '@mantine/core'
import { attributesOf, type InputProps } from '../field'

interface TextsInputProps extends InputProps {
  /** Of a pasted list. */
  splitChars: string[]
}

/** Short texts, each entered with Enter. */
export default function TextsInput({ splitChars, ...input }: TextsInputProps) {
  const { path, value, onChange, errors } = input
  const error = input.error ?? Object.entries(errors).find(([name]) => name.startsWith(`${path}.`))?.[1]
  return (
    <TagsInput
      {...attributesOf(input)}
      error={error}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      splitChars={splitChars}
      acceptValueOnBlur
    />
  )
}
