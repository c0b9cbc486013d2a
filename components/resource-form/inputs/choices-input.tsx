'use client'

import { MultiSelect } from '@mantine/core'
import { attributesOf, type Field, type InputProps } from '../field'
import { type FieldShape, optionsOf, optionValue } from '../schema-fields'

interface ChoicesInputProps extends InputProps {
  field: Pick<Field<string>, 'options'>
  /** Of each value. */
  member: FieldShape
}

/** A select for several values. `onChange` gets values of the schema, such as numbers. */
export default function ChoicesInput({ field, member, ...input }: ChoicesInputProps) {
  const { value, onChange } = input
  return (
    <MultiSelect
      {...attributesOf(input)}
      data={field.options ?? optionsOf(member)}
      searchable
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(next) => onChange(next.map((one) => optionValue(member, one)))}
    />
  )
}
