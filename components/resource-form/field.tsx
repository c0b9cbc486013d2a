'use client'

import { NumberInput, PasswordInput, Skeleton, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import classes from './resource-form.module.css'
import type { FieldShape } from './schema-fields'

// Lists that open are a lot of code, and not every form has one.
const ChoiceInput = dynamic(() => import('./choice-input'), { loading: () => <Skeleton height={58} /> })

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
  const { name, label, options, long, autoComplete = 'off' } = field
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
  if (options || shape.kind === 'choice') {
    return <ChoiceInput common={common} field={field} shape={shape} value={value} onChange={onChange} />
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
