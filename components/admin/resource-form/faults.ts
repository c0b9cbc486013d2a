import type { Field } from './field'
import { type FieldShape, isEqual, isRecord } from './schema-fields'

type Values = Readonly<Record<string, unknown>>

export interface ShownField {
  field: Field<string>
  shape: FieldShape
}

/** Leaves out fields without a shape. */
export const shownFields = (
  fields: readonly Field<string>[],
  shapes: FieldShape['fields'],
  values: Values,
): ShownField[] =>
  fields.flatMap((field) => {
    const shape = shapes[field.name]
    return shape && (field.when?.(values) ?? true) ? [{ field, shape }] : []
  })

/** Replaces hidden cells of rows by null. */
export function visibleValue({ fields }: Field<string>, value: unknown): unknown {
  if (!fields || !Array.isArray(value)) return value
  return value.map((row: unknown) => {
    if (!isRecord(row)) return row
    const cells = fields.map((one) => [one.name, (one.when?.(row) ?? true) ? visibleValue(one, row[one.name]) : null])
    return { ...row, ...Object.fromEntries(cells) }
  })
}

export interface FaultLocation {
  /** Of the input: `title`, `items.0.title`. */
  path: string
  shape: FieldShape
  /** From 1. Only for a fault in a row that belongs to no input of the row. */
  row?: number
  /** Only for a fault of a text in a list. */
  text?: string
  /** From the outside in: the field, then the row or picture, then the cell. */
  names: readonly FaultName[]
}

/** A label, or the position of a row or picture, from 1. */
export type FaultName = string | { kind: 'rows' | 'images'; number: number; name?: string | undefined }

/** `path`: such as `items.0.title`. Falls back to the list with the row's number. undefined: not shown. */
export function locateFault(shown: readonly ShownField[], path: string, values: Values): FaultLocation | undefined {
  const [name = '', index, ...rest] = path.split('.')
  const found = shown.find(({ field }) => field.name === name)
  if (!found) return undefined
  const { field, shape } = found
  const { kind, member } = shape
  if (kind === 'list' && index !== undefined && member?.kind === 'text')
    return { path: name, shape: member, text: String(valueAt(values, `${name}.${index}`)), names: [field.label] }
  if (index === undefined || !member || (kind !== 'images' && kind !== 'rows'))
    return { path: name, shape, names: [field.label] }
  const number = Number(index) + 1
  if (kind === 'images') return { path: `${name}.${index}`, shape: member, names: [field.label, { kind, number }] }
  const row = valueAt(values, `${name}.${index}`)
  const rowValues = isRecord(row) ? row : {}
  const rowName: FaultName = { kind, number, name: field.rowName?.(rowValues) || undefined }
  const cell = locateFault(shownFields(field.fields ?? [], member.fields, rowValues), rest.join('.'), rowValues)
  return cell
    ? { ...cell, path: `${name}.${index}.${cell.path}`, names: [field.label, rowName, ...cell.names] }
    : { path: name, shape, row: number, names: [field.label] }
}

/** A field that changed between `before` and `after` loses its message, as do the rows of a list that lost or got one. */
export const remainingErrors = (
  errors: Readonly<Record<string, string>>,
  before: Values,
  after: Values,
): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => isUntouched(before, after, path.split('.'))))

function isUntouched(before: unknown, after: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return isEqual(before, after)
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) return false
  return isUntouched(valueAt(before, name), valueAt(after, name), rest)
}

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)]
    return isRecord(value) ? value[name] : undefined
  }, values)
