'use client'

import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

interface IntegerInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  /** A number. Any other value is shown as an empty field. */
  value: unknown
  /** Gets the number, or `''` if the text is not a number. */
  onChange: (value: number | '') => void
}

/**
 * The input for whole numbers in all forms of the admin. Leading zeros are ignored: `05` is 5. A number beyond `min` or
 * `max` stays in the field, and the form shows the fault.
 */
export function IntegerInput({ value, onChange, onBlur, ...attributes }: IntegerInputProps) {
  /** The typed text until the field loses the focus. The text may be unfinished, such as `-` before `-5`. */
  const [typed, setTyped] = useState<number | string>()
  const known = typeof value === 'number' ? value : ''
  return (
    <NumberInput
      allowDecimal={false}
      clampBehavior="none"
      selectAllOnFocus
      {...attributes}
      // The typed text is shown only while it matches the value, which a restored draft can change. If the form stores
      // 0 for an empty field, the field stays empty, so that the next digit is the first one.
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
