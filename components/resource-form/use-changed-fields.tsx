'use client'

import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import type { ChangedField } from '../difference'
import type { ShownField } from './faults'
import type { Field } from './field'
import { type FieldShape, isEqual, isRecord } from './schema-fields'
import type { Values } from './use-record-values'

const HtmlDifference = dynamic(() => import('../html-difference'), { ssr: false })

/** Lists the fields that differ between two states of a form, with values formatted as the form shows them. */
export function useChangedFields() {
  const t = useTranslations('form')
  const format = useFormatter()

  const shown = (field: Field<string>, shape: FieldShape, value: unknown): string => {
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (value === null || value === undefined || value === '') return ''
    if (shape.kind === 'moment') {
      return format.dateTime(new Date(String(value)), { dateStyle: 'medium', timeStyle: 'short' })
    }
    const values: unknown[] = Array.isArray(value) ? value : [value]
    return values
      .map((one) => field.options?.find((option) => option.value === String(one))?.label ?? String(one))
      .join(', ')
  }

  const ofField = ({ field, shape }: ShownField, before: unknown, after: unknown, at = ''): ChangedField[] => {
    if (isEqual(before, after)) return []
    const { name, memberName } = field
    const [key, label] = [`${at}${name}`, at === '' ? field.label : `${at} ${field.label}`]
    if (shape.kind === 'rows') return ofRows({ field, shape }, listOf(before), listOf(after))
    if (shape.kind === 'html') {
      const texts = { before: textOf(before), after: textOf(after) }
      const [had, has] = (['before', 'after'] as const).map((side) => (
        <HtmlDifference key={side} {...texts} side={side} />
      ))
      return [{ key, label, before: had, after: has }]
    }
    if (!memberName) return [{ key, label, before: shown(field, shape, before), after: shown(field, shape, after) }]
    const [had, has] = [new Set(listOf(before)), new Set(listOf(after))]
    return [...new Set([...had, ...has])]
      .filter((member) => had.has(member) !== has.has(member))
      .map((member) => ({
        key: `${key}.${member}`,
        label: `${label}: ${memberName(member)}`,
        before: had.has(member) ? t('yes') : t('no'),
        after: has.has(member) ? t('yes') : t('no'),
      }))
  }

  /** Compares cell by cell. For a row that was added or removed, lists every cell that has a value. */
  const ofRows = (
    { field, shape }: ShownField,
    before: readonly unknown[],
    after: readonly unknown[],
  ): ChangedField[] =>
    Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
      const [had, has] = [before[index], after[index]]
      return (field.fields ?? []).flatMap((cell) => {
        const cellShape = shape.member?.fields[cell.name]
        if (!cellShape) return []
        const values = [had, has].map((row) => (isRecord(row) ? row[cell.name] : undefined))
        return ofField({ field: cell, shape: cellShape }, values[0], values[1], `${field.label} ${index + 1}:`)
      })
    }).flat()

  return (fields: readonly ShownField[], before: Values, after: Values): ChangedField[] =>
    fields.flatMap((one) => ofField(one, before[one.field.name], after[one.field.name]))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
