'use client'

import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

interface IntegerInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: unknown
  /** `''` if the text is not a number. */
  onChange: (value: number | '') => void
}

/** `05` is 5. A number beyond `min` or `max` stays in the field, and the form shows the fault. */
export function IntegerInput({ value, onChange, onBlur, ...attributes }: IntegerInputProps) {
  /** Until the field loses the focus. May be unfinished, such as `-` before `-5`. */
  const [typed, setTyped] = useState<number | string>()
  const known = typeof value === 'number' ? value : ''
  return (
    <NumberInput
      allowDecimal={false}
      clampBehavior="none"
      selectAllOnFocus
      {...attributes}
      // A restored draft can change the value. If the form stores 0 for an empty field, the field stays empty.
      value={typed !== undefined && (integerIn(typed) || 0) === (known || 0) ? typed : known}
      onChange={(next) => {
        setTyped(next)
        onChange(integerIn(next))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

const integerIn = (typed: number | string): number | '' =>
  typed === '' || Number.isNaN(Number(typed)) ? '' : Number(typed)
