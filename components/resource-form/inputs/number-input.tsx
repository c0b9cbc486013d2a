'use client'

import { NumberInput as MantineNumberInput } from '@mantine/core'
import { attributesOf, type InputProps } from '../field'
import type { FieldShape } from '../schema-fields'

/** A whole number within the limits of the schema, which are told when it is left. */
export default function NumberInput({ shape, ...input }: InputProps & { shape: FieldShape }) {
  const { value, onChange } = input
  return (
    <MantineNumberInput
      {...attributesOf(input)}
      allowDecimal={false}
      thousandSeparator={false}
      {...(shape.minimum !== undefined && { min: shape.minimum })}
      {...(shape.maximum !== undefined && { max: shape.maximum })}
      clampBehavior="none"
      value={typeof value === 'number' ? value : ''}
      onChange={onChange}
    />
  )
}
