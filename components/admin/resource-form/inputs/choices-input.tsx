'use client'

import { MultiSelect } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { attributesOf, type Field, type InputProps } from '../field'
import { type FieldShape, optionsOf, optionValue } from '../schema-fields'

interface ChoicesInputProps extends InputProps {
  field: Pick<Field<string>, 'options'>
  member: FieldShape
}

/** `onChange` gets values of the schema, which may be numbers. */
export default function ChoicesInput({ field, member, ...input }: ChoicesInputProps) {
  const t = useTranslations('form')
  const { value, onChange } = input
  return (
    <MultiSelect
      {...attributesOf(input)}
      data={field.options ?? optionsOf(member)}
      searchable
      nothingFoundMessage={t('nothingFound')}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(next) => onChange(next.map((one) => optionValue(member, one)))}
    />
  )
}
