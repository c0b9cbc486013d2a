'use client'

import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AskProps, Option } from './declaration'

interface AskChoiceProps extends AskProps {
  label: string
  options: readonly Option[]
}

/** A choice that a bulk action asks for; the first option unless another is chosen. */
export function AskChoice({ label, options, onEnter }: AskChoiceProps) {
  const [chosen, setChosen] = useState<string>()
  const value = chosen ?? options[0]?.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the value changes
  useEffect(() => onEnter(value), [value])
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      data={[...options]}
    />
  )
}
