'use client'

import { useEffect, useState } from 'react'
import { Choice } from '@/components/ui/choice'
import type { AskProps, Option } from './declaration'

interface AskChoiceProps extends AskProps {
  label: string
  options: readonly Option[]
}

/** In a confirmation. The first option is chosen at first. */
export function AskChoice({ label, options, onEnter }: AskChoiceProps) {
  const [chosen, setChosen] = useState<string>()
  const value = chosen ?? options[0]?.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the value changes
  useEffect(() => onEnter(value), [value])
  return <Choice label={label} value={value ?? null} onChange={setChosen} data={[...options]} />
}
