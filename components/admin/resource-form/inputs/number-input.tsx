'use client'

import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import type { FieldShape } from '@/components/admin/resource-form/schema-fields'
import { IntegerInput } from '@/components/ui/integer-input'

/** A whole number within the limits of the schema, which are told when it is left. */
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
