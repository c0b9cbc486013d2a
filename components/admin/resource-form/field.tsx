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
const TextsInput = dynamic(() => import('./inputs/texts-input'), { loading })
const RowsInput = dynamic(() => import('./inputs/rows-input'), { loading })

export interface Option {
  value: string
  label: string
}

/** Also for inputs that belong to a page. */
export interface InputProps {
  /** `title` or `items.0.title`. The focusable element has it as `data-field`. */
  path: string
  value: unknown
  onChange: (value: unknown) => void
  label: string
  description: string | undefined
  error: string | undefined
  /** Of all fields, by path. */
  errors: Readonly<Record<string, string>>
  disabled: boolean
  required: boolean
  /** Of the form, or of the row with the field. */
  values: Readonly<Record<string, unknown>>
  change: (values: Record<string, unknown>) => void
}

/** Shown while the card is closed. */
export interface RowCard {
  title: string
  picture: string | null
}

/** The schema determines the kind of the value, the limits, and whether it is required. */
export interface Field<Name extends string> {
  name: Name
  label: string
  help?: string
  /** The section has the same title. */
  isLabelHidden?: boolean
  /** Half the width, beside the next field. */
  half?: boolean
  /** Of a choice or a list of choices. */
  options?: readonly Option[]
  /** By default, with more than 8 options. */
  isSearched?: boolean
  renderOption?: (value: string) => ReactNode
  /** Of each object in a list. */
  fields?: readonly Field<string>[]
  /** For objects of a list. A new card is open, others are closed at first. */
  card?: (row: Readonly<Record<string, unknown>>) => RowCard
  expected?: ExpectedSize
  /** false: the field is hidden and sent empty. */
  when?: (values: Readonly<Record<string, unknown>>) => boolean
  /** The reason why this field cannot be changed. true: the form says it once. */
  locked?: string | true | undefined
  autoComplete?: string
  /** If no standard input fits. */
  render?: (props: InputProps) => ReactNode
  /** For users who may only read. `values`: of the form, or of the row with the field. */
  read?: (values: Readonly<Record<string, unknown>>) => ReactNode
  /** In a list of changes. */
  format?: (value: unknown) => string
  /** In a list of changes, rows with the same name are compared; by default, at the same position. */
  rowName?: (row: Readonly<Record<string, unknown>>) => string
  /** A list of changes then shows each added or removed member on a separate line. */
  memberName?: (member: unknown) => string
  /** In a list of changes: `held` is in the list. By default "Yes" and "No". */
  memberStates?: { held: string; lacking: string }
}

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

export function FieldInput({ field, shape, errors, ...rest }: FieldInputProps) {
  const { label, help, locked, autoComplete = 'off' } = field
  const input: InputProps = {
    ...rest,
    label,
    description: typeof locked === 'string' ? locked : help,
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
    case 'list':
      return <TextsInput {...input} splitChars={[',', '，']} />
    case 'rows':
      return <RowsInput {...input} field={field} shape={shape} />
    case 'paragraphs':
      return <Textarea {...text} autosize minRows={2} maxRows={10} />
    default:
      if (shape.secret) return <SecretInput {...input} />
      return <TextInput {...text} type={shape.kind === 'day' ? 'date' : 'text'} />
  }
}
