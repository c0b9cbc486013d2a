'use client'

import {
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './resource-form.module.css'
import type { FieldShape } from './schema-fields'

export interface Option {
  value: string
  label: string
}

/** What an input of one's own is given. */
export interface InputProps {
  value: unknown
  onChange: (value: unknown) => void
  label: string
  description: string | undefined
  error: string | undefined
  disabled: boolean
  /** All of the form, for what depends on other fields, and how several are changed at once. */
  values: Readonly<Record<string, unknown>>
  change: (values: Record<string, unknown>) => void
}

/** A field of a form. What its schema says (what it holds, how long it may be, whether it is needed) is not repeated. */
export interface Field<Name extends string> {
  name: Name
  label: string
  help?: string
  /** Side by side with the next one. */
  half?: boolean
  /** Of a choice or a list: the values and how they are called. */
  options?: readonly Option[]
  /** How an option of a choice looks. */
  renderOption?: (value: string) => ReactNode
  /** Whether it means something beside these values: else it is not shown, and sent empty. */
  when?: (values: Readonly<Record<string, unknown>>) => boolean
  /** Several lines; what may be longer than 300 characters has them where this does not say otherwise. */
  long?: boolean
  /** Why this one cannot be changed, though others can. */
  locked?: string | undefined
  autoComplete?: string
  /** For what none of the inputs here can hold. */
  render?: (props: InputProps) => ReactNode
  /** How the members of a list are called where a difference is shown; each is then a line of its own. */
  memberName?: (member: unknown) => string
}

interface FieldInputProps extends Omit<InputProps, 'label' | 'description'> {
  field: Field<string>
  shape: FieldShape
}

/** The input for a field, by what its schema holds. */
export function FieldInput({ field, shape, ...given }: FieldInputProps) {
  const { name, label, options, renderOption, long, autoComplete = 'off' } = field
  const { value, error, onChange } = given
  const help = field.locked ?? field.help
  const disabled = given.disabled || field.locked !== undefined
  if (field.render) return field.render({ ...given, label, description: help, disabled })
  const common = {
    label,
    description: help,
    error,
    disabled,
    name,
    'data-field': name,
    required: shape.required,
    // The browser's own bubble would come before ours, in its language.
    withAsterisk: shape.required,
  } satisfies TextInputProps & { 'data-field': string }
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
  if (options || shape.kind === 'choice') {
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
  switch (shape.kind) {
    case 'boolean':
      return (
        <Switch
          label={label}
          description={help}
          error={error}
          disabled={disabled}
          name={name}
          data-field={name}
          className={classes.switch}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          allowDecimal={false}
          thousandSeparator={false}
          {...(shape.minimum !== undefined && { min: shape.minimum })}
          {...(shape.maximum !== undefined && { max: shape.maximum })}
          clampBehavior="none"
          value={typeof value === 'number' ? value : ''}
          onChange={onChange}
        />
      )
    default: {
      const input = {
        ...common,
        autoComplete,
        value: text,
        onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
      }
      if (shape.secret) return <PasswordInput {...input} autoComplete="new-password" />
      if (long ?? (shape.maximum ?? 0) > 300) return <Textarea {...input} autosize minRows={2} maxRows={10} />
      return <TextInput {...input} type={shape.kind === 'day' ? 'date' : 'text'} />
    }
  }
}

const isNumberOption = ({ value }: Option) => /^\d+$/.test(value)
