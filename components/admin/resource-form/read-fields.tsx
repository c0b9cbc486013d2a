'use client'

import { Group } from '@mantine/core'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Tag } from '@/components/admin/tag/tag'
import { Moment } from '@/components/ui/moment'
import { Picture } from '@/components/ui/picture'
import { RichText } from '@/components/ui/rich-text'
import { type ShownField, shownFields } from './faults'
import type { Field } from './field'
import classes from './resource-form.module.css'
import { type FieldShape, isRecord } from './schema-fields'
import type { Values } from './use-record-values'

interface ReadFieldsProps {
  fields: readonly ShownField[]
  values: Values
}

/** For users who may not change the record. */
export default function ReadFields({ fields, values }: ReadFieldsProps) {
  return (
    <dl className={classes.values}>
      {fields.map(({ field, shape }) => {
        const value = values[field.name]
        const shown = field.read
          ? field.read(values)
          : !isEmpty(value) && <Value field={field} shape={shape} value={value} />
        return (
          <div key={field.name} className={field.half ? classes.half : undefined}>
            <dt>{field.label}</dt>
            <dd>{shown || '–'}</dd>
          </div>
        )
      })}
    </dl>
  )
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const optionLabel = ({ options }: Field<string>, value: unknown) =>
  options?.find((option) => option.value === String(value))?.label ?? String(value)

function Value({ field, shape, value }: ShownField & { value: unknown }): ReactNode {
  const t = useTranslations('form')
  const format = useFormatter()
  const locale = useLocale()
  if (field.memberName && Array.isArray(value)) return <Tags names={value.map(field.memberName)} />
  if (field.format) return field.format(value)
  if (shape.kind === 'rows' && Array.isArray(value))
    return value.map((row: unknown, at) => {
      const values = isRecord(row) ? row : {}
      const shown = shownFields(field.fields ?? [], shape.member?.fields ?? {}, values)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are not moved here
        <div key={at} className={classes.row}>
          {field.rowName?.(values)}
          <ReadFields fields={shown} values={values} />
        </div>
      )
    })
  if (shape.kind === 'images' && Array.isArray(value))
    return (
      <Group gap="xs">
        {value.map(String).map((url) => (
          <Picture key={url} url={url} size={72} />
        ))}
      </Group>
    )
  if (Array.isArray(value)) return <Tags names={value.map((one: unknown) => optionLabel(field, one))} />
  if (field.options || shape.kind === 'choice')
    return field.renderOption?.(String(value)) ?? <Tag style="default">{optionLabel(field, value)}</Tag>
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return textOf(shape, value, { format, locale })
}

function Tags({ names }: { names: readonly string[] }) {
  return (
    <Group gap={6}>
      {names.map((name) => (
        <Tag key={name} style="default">
          {name}
        </Tag>
      ))}
    </Group>
  )
}

function textOf(
  { kind }: FieldShape,
  value: unknown,
  { format, locale }: { format: ReturnType<typeof useFormatter>; locale: string },
): ReactNode {
  switch (kind) {
    case 'money':
      return typeof value === 'number' ? format.number(value / 100, 'price') : String(value)
    case 'number':
      return typeof value === 'number' ? format.number(value) : String(value)
    case 'moment':
      return <Moment at={String(value)} exact />
    case 'image':
      return <Picture url={String(value)} size={96} />
    case 'html':
      return <RichText html={String(value)} lang={locale} />
    default:
      return <span className={classes.paragraphs}>{String(value)}</span>
  }
}
