'use client'

import { IntegerInput } from '@/components/ui/integer-input'
import { attributesOf, type InputProps } from '../field'
import type { FieldShape } from '../schema-fields'

/** A typed number beyond the limits is refused when the form is sent. */
export default function NumberInput({ shape, ...input }: InputProps & { shape: FieldShape }) {
  return (
    <IntegerInput
      {...attributesOf(input)}
      {...(shape.minimum !== undefined && { min: shape.minimum })}
      {...(shape.maximum !== undefined && { max: shape.maximum })}
      value={input.value}
      onChange={input.onChange}
    />
  )
}
