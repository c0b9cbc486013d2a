'use client'

import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { ChangedField } from '@/components/ui/difference'
import { asList } from '@/lib/kit/i18n/as-list'
import type { ShownField } from './faults'
import type { Field } from './field'
import { type FieldShape, isEqual, isRecord } from './schema-fields'
import type { Values } from './use-record-values'

const HtmlDifference = dynamic(() => import('@/components/ui/html-difference'), { ssr: false })

export interface GivenField {
  key: string
  label: string
  /** For a field with `memberName`: a list of names. */
  value: ReactNode | readonly string[]
}

/** `given` has the non-empty fields of a new record. Values are formatted as in the form. */
export function useChangedFields() {
  const t = useTranslations('form')
  const format = useFormatter()

  const shown = (field: Field<string>, shape: FieldShape, value: unknown): string => {
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (value === null || value === undefined || value === '') return ''
    if (shape.kind === 'money' && typeof value === 'number') return format.number(value / 100, 'price')
    if (shape.kind === 'moment') {
      return format.dateTime(new Date(String(value)), { dateStyle: 'medium', timeStyle: 'short' })
    }
    const values: unknown[] = Array.isArray(value) ? value : [value]
    return format.list(
      values.map((one) => field.options?.find((option) => option.value === String(one))?.label ?? String(one)),
      asList,
    )
  }

  const ofField = ({ field, shape }: ShownField, before: unknown, after: unknown, at = ''): ChangedField[] => {
    if (isEqual(before, after)) return []
    const { name, memberName, memberStates = { held: t('yes'), lacking: t('no') } } = field
    const [key, label] = [`${at}${name}`, at === '' ? field.label : `${at} ${field.label}`]
    if (field.format) return [{ key, label, before: field.format(before), after: field.format(after) }]
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
        before: had.has(member) ? memberStates.held : memberStates.lacking,
        after: has.has(member) ? memberStates.held : memberStates.lacking,
      }))
  }

  /** Cell by cell; of an added or removed row, every cell with a value. */
  const ofRows = (
    { field, shape }: ShownField,
    before: readonly unknown[],
    after: readonly unknown[],
  ): ChangedField[] =>
    pairsOf(field, before, after).flatMap(({ name, had, has }) =>
      (field.fields ?? []).flatMap((cell) => {
        const cellShape = shape.member?.fields[cell.name]
        if (!cellShape) return []
        const values = [had, has].map((row) => (isRecord(row) ? row[cell.name] : undefined))
        return ofField({ field: cell, shape: cellShape }, values[0], values[1], `${name}:`)
      }),
    )

  const ofNew = ({ field, shape }: ShownField, value: unknown): GivenField[] => {
    const { name: key, label, memberName } = field
    const given = memberName
      ? listOf(value).map(memberName)
      : ofField({ field, shape }, undefined, value).map(({ after }) => after)[0]
    return !given || (Array.isArray(given) && given.length === 0) ? [] : [{ key, label, value: given }]
  }

  return {
    changed: (fields: readonly ShownField[], before: Values, after: Values): ChangedField[] =>
      fields.flatMap((one) => ofField(one, before[one.field.name], after[one.field.name])),
    given: (fields: readonly ShownField[], values: Values): GivenField[] =>
      fields.flatMap((one) => ofNew(one, values[one.field.name])),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** By `rowName`, else by position. undefined: one of the lists lacks the row. */
function pairsOf({ label, rowName }: Field<string>, before: readonly unknown[], after: readonly unknown[]) {
  if (!rowName) {
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
      name: `${label} ${index + 1}`,
      had: before[index],
      has: after[index],
    }))
  }
  const byName = (rows: readonly unknown[]) =>
    new Map(rows.flatMap((row) => (isRecord(row) ? [[rowName(row), row] as const] : [])))
  const [had, has] = [byName(before), byName(after)]
  return [...new Set([...had.keys(), ...has.keys()])].map((name) => ({
    name: name === '' ? label : `${label} ${name}`,
    had: had.get(name),
    has: has.get(name),
  }))
}
