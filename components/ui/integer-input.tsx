'use client'

import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

interface IntegerInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  /** Other values than numbers are empty. */
  value: unknown
  /** Gets the number, or an empty text if there is none. */
  onChange: (value: number | '') => void
}

/**
 * A whole number: the only such input of the admin. Leading zeros do not count: `05` is 5. A number beyond `min` or
 * `max` stays in the field, and the form shows the fault.
 */
export function IntegerInput({ value, onChange, onBlur, ...attributes }: IntegerInputProps) {
  /** The typed text until the field is left, because `-` is not `-5` yet. */
  const [typed, setTyped] = useState<number | string>()
  const known = typeof value === 'number' ? value : ''
  return (
    <NumberInput
      allowDecimal={false}
      clampBehavior="none"
      selectAllOnFocus
      {...attributes}
      // The value can change from outside meanwhile, for example by a restored draft. An empty field that counts as 0
      // stays empty, so that the next digit is the first one.
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
