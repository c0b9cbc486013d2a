'use client'

import { Select } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { attributesOf, type Field, type InputProps } from '../field'
import classes from '../resource-form.module.css'
import { type FieldShape, optionsOf, optionValue } from '../schema-fields'

interface ChoiceInputProps extends InputProps {
  field: Pick<Field<string>, 'options' | 'renderOption' | 'isSearched'>
  shape: FieldShape
}

/** `onChange` gets a value of the schema, which may be a number. */
export default function ChoiceInput({ field, shape, ...input }: ChoiceInputProps) {
  const t = useTranslations('form')
  const { value, onChange } = input
  const { options, renderOption, isSearched = (options?.length ?? 0) > 8 } = field
  const attributes = attributesOf(input)
  const chosen = value === null || value === undefined || value === '' ? null : String(value)
  return (
    <Select
      {...attributes}
      data={options ?? optionsOf(shape)}
      allowDeselect={shape.nullable}
      clearable={shape.nullable}
      searchable={isSearched}
      nothingFoundMessage={t('nothingFound')}
      value={chosen}
      onChange={(next) => onChange(next === null ? null : optionValue(shape, next))}
      {...(renderOption && { renderOption: ({ option }) => renderOption(option.value) })}
      {...(renderOption &&
        chosen !== null && {
          leftSection: <span className={classes.option}>{renderOption(chosen)}</span>,
          classNames: { input: classes.rendered },
        })}
      {...(renderOption && { leftSectionWidth: 'auto', leftSectionPointerEvents: 'none' })}
    />
  )
}
