'use client'

import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

interface IntegerInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  /** Anything but a number is empty. */
  value: unknown
  /** Gets the number, or an empty text while there is none. */
  onChange: (value: number | '') => void
}

/**
 * A whole number: the only such input of the admin. Zeros in front do not count: `05` is 5. A number beyond `min` or `max`
 * stays in the field, whose form says so.
 */
export function IntegerInput({ value, onChange, onBlur, ...attributes }: IntegerInputProps) {
  /** Until the field is left, as it was typed: `-` is not `-5` yet. */
  const [typed, setTyped] = useState<number | string>()
  const known = typeof value === 'number' ? value : ''
  return (
    <NumberInput
      allowDecimal={false}
      clampBehavior="none"
      selectAllOnFocus
      {...attributes}
      // Others can change the value meanwhile, such as a draft that is restored. An empty field that counts as 0 stays empty, so
      // that the next digit is the first one.
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
