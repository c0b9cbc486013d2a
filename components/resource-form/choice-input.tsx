'use client'

import { MultiSelect, Select, type TextInputProps } from '@mantine/core'
import type { Field, InputProps, Option } from './field'
import classes from './resource-form.module.css'
import type { FieldShape } from './schema-fields'

interface ChoiceInputProps extends Pick<InputProps, 'value' | 'onChange'> {
  /** What all inputs have. */
  common: Pick<
    TextInputProps,
    'label' | 'description' | 'error' | 'disabled' | 'name' | 'required' | 'withAsterisk'
  > & {
    'data-field': string
  }
  field: Pick<Field<string>, 'options' | 'renderOption'>
  shape: FieldShape
}

/** One of several values, or some of them. */
export default function ChoiceInput({ common, field, shape, value, onChange }: ChoiceInputProps) {
  const { options, renderOption } = field
  const text = typeof value === 'string' ? value : ''
  if (options && shape.kind === 'list') {
    const chosen = Array.isArray(value) ? value.map(String) : []
    const isNumeric = Array.isArray(value) && value.some((one) => typeof one === 'number')
    return (
      <MultiSelect
        {...common}
        data={options}
        searchable
        value={chosen}
        onChange={(next) => onChange(isNumeric || options.every(isNumberOption) ? next.map(Number) : next)}
      />
    )
  }
  const isNumeric = shape.kind === 'number'
  return (
    <Select
      {...common}
      data={options ?? shape.values.map((one) => ({ value: one, label: one }))}
      allowDeselect={shape.nullable}
      clearable={shape.nullable}
      searchable={(options?.length ?? 0) > 8}
      value={value === null || value === '' ? null : String(value)}
      onChange={(next) => onChange(isNumeric && next !== null ? Number(next) : next)}
      {...(renderOption && { renderOption: ({ option }) => renderOption(option.value) })}
      {...(renderOption &&
        text && {
          leftSection: <span className={classes.option}>{renderOption(text)}</span>,
          classNames: { input: classes.rendered },
        })}
      {...(renderOption && { leftSectionWidth: 'auto', leftSectionPointerEvents: 'none' })}
    />
  )
}

const isNumberOption = ({ value }: Option) => /^\d+$/.test(value)
