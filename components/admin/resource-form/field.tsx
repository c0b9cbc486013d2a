'use client'

import { Skeleton, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { ExpectedSize } from '@/components/admin/file/files'
import classes from './resource-form.module.css'
import type { FieldShape } from './schema-fields'

const loading = () => <Skeleton height={58} />
// Loaded on use: each of these is large, and few forms need them.
const ChoiceInput = dynamic(() => import('./inputs/choice-input'), { loading })
const ChoicesInput = dynamic(() => import('./inputs/choices-input'), { loading })
const NumberInput = dynamic(() => import('./inputs/number-input'), { loading })
const MoneyInput = dynamic(() => import('./inputs/money-input'), { loading })
const SecretInput = dynamic(() => import('./inputs/secret-input'), { loading })
const MomentInput = dynamic(() => import('./inputs/moment-input'), { loading })
const ImageInput = dynamic(() => import('./inputs/image-input'), { loading })
const ImagesInput = dynamic(() => import('./inputs/images-input'), { loading })
// The editor renders only in the browser. Without it, the function of the admin is smaller by a fifteenth.
const RichTextInput = dynamic(() => import('./inputs/rich-text-input'), {
  loading: () => <Skeleton height={320} />,
  ssr: false,
})
const RowsInput = dynamic(() => import('./inputs/rows-input'), { loading })

export interface Option {
  value: string
  label: string
}

/** The props of every input of a form, whether the input is in this folder or belongs to a page. */
export interface InputProps {
  /**
   * The path of the field within the form, such as `title` or `items.0.title`. The focusable element has this path as
   * `data-field`.
   */
  path: string
  value: unknown
  onChange: (value: unknown) => void
  label: string
  description: string | undefined
  error: string | undefined
  /** The error messages of all fields of the form, by path. For inputs that edit several fields. */
  errors: Readonly<Record<string, string>>
  disabled: boolean
  required: boolean
  /** All values of the form, or of the row that contains the field. */
  values: Readonly<Record<string, unknown>>
  /** Changes several values of the form at once. */
  change: (values: Record<string, unknown>) => void
}

/** The title and picture of a row that is shown as a closed card. */
export interface RowCard {
  title: string
  picture: string | null
}

/** A field of a form. The schema determines the kind of the value, the limits, and whether the field is required. */
export interface Field<Name extends string> {
  name: Name
  label: string
  help?: string
  /** Whether the label is hidden, because the section has the same title. */
  isLabelHidden?: boolean
  /** Whether the field takes half the width of the form, beside the next field. */
  half?: boolean
  /** The values and labels of a choice or a list of choices. */
  options?: readonly Option[]
  /** Whether users can search the options of a choice by typing; by default, with more than 8 options. */
  isSearched?: boolean
  /** Renders an option of a choice. */
  renderOption?: (value: string) => ReactNode
  /** The fields of each object in a list of objects. */
  fields?: readonly Field<string>[]
  /**
   * Shows each object of a list as a card with a picture and a title. A new card is open, other cards are closed at
   * first.
   */
  card?: (row: Readonly<Record<string, unknown>>) => RowCard
  /** The expected size of the pictures, for a field with pictures. */
  expected?: ExpectedSize
  /** Whether the field applies, given the values of the form or the row. false: the field is hidden and sent empty. */
  when?: (values: Readonly<Record<string, unknown>>) => boolean
  /** The reason why this field cannot be changed. undefined: the field can be changed. */
  locked?: string | undefined
  autoComplete?: string
  /** A custom input, if no standard input fits. */
  render?: (props: InputProps) => ReactNode
  /**
   * Renders the value for users who may only read, if the standard display does not fit. `values`: all values of the
   * form, or of the row that contains the field.
   */
  read?: (values: Readonly<Record<string, unknown>>) => ReactNode
  /** Formats the value in a list of changes, if the standard format does not fit. */
  format?: (value: unknown) => string
  /**
   * Returns the name of a row in a list of objects. A list of changes compares rows with the same name; by default,
   * rows at the same position.
   */
  rowName?: (row: Readonly<Record<string, unknown>>) => string
  /** The name of a member of a list. A list of changes then shows each added or removed member on a separate line. */
  memberName?: (member: unknown) => string
  /**
   * The texts for members that are in the list (`held`) and not in the list (`lacking`), in a list of changes. By
   * default "Yes" and "No".
   */
  memberStates?: { held: string; lacking: string }
}

/** Returns the attributes that all input elements share. */
export const attributesOf = ({ path, label, description, error, disabled, required }: InputProps) =>
  ({
    label,
    description,
    error,
    disabled,
    name: path,
    'data-field': path,
    required,
    withAsterisk: required,
  }) satisfies TextInputProps & { 'data-field': string }

interface FieldInputProps
  extends Pick<InputProps, 'path' | 'value' | 'onChange' | 'errors' | 'disabled' | 'values' | 'change'> {
  field: Field<string>
  shape: FieldShape
}

/** The input for a field, chosen by the kind of its schema. */
export function FieldInput({ field, shape, errors, ...rest }: FieldInputProps) {
  const { label, help, locked, autoComplete = 'off' } = field
  const input: InputProps = {
    ...rest,
    label,
    description: locked ?? help,
    error: errors[rest.path],
    errors,
    disabled: rest.disabled || locked !== undefined,
    required: shape.required,
  }
  if (field.render) return field.render(input)
  if (field.options || shape.kind === 'choice') {
    const { member } = shape
    return member ? (
      <ChoicesInput {...input} field={field} member={member} />
    ) : (
      <ChoiceInput {...input} field={field} shape={shape} />
    )
  }
  const { value, onChange } = input
  const attributes = attributesOf(input)
  const text = {
    ...attributes,
    autoComplete,
    value: typeof value === 'string' ? value : '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  switch (shape.kind) {
    case 'boolean': {
      const { withAsterisk, required, ...rest } = attributes
      return (
        <Switch
          {...rest}
          className={classes.switch}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    }
    case 'number':
      return <NumberInput {...input} shape={shape} />
    case 'money':
      return <MoneyInput {...input} />
    case 'moment':
      return <MomentInput {...input} isClearable={shape.nullable} />
    case 'html':
      return <RichTextInput {...input} shape={shape} />
    case 'image':
      return <ImageInput {...input} expected={field.expected} />
    case 'images':
      return <ImagesInput {...input} shape={shape} expected={field.expected} />
    case 'rows':
      return <RowsInput {...input} field={field} shape={shape} />
    case 'paragraphs':
      return <Textarea {...text} autosize minRows={2} maxRows={10} />
    default:
      if (shape.secret) return <SecretInput {...input} />
      return <TextInput {...text} type={shape.kind === 'day' ? 'date' : 'text'} />
  }
}
