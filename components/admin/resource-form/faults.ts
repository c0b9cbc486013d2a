import type { Field } from './field'
import { type FieldShape, isEqual, isRecord } from './schema-fields'

type Values = Readonly<Record<string, unknown>>

/** A visible field, with its shape from the schema. */
export interface ShownField {
  field: Field<string>
  shape: FieldShape
}

/**
 * The fields that are visible for `values`: fields without `when`, and fields whose `when` returns true. Fields without
 * a shape are left out.
 */
export const shownFields = (
  fields: readonly Field<string>[],
  shapes: FieldShape['fields'],
  values: Values,
): ShownField[] =>
  fields.flatMap((field) => {
    const shape = shapes[field.name]
    return shape && (field.when?.(values) ?? true) ? [{ field, shape }] : []
  })

/**
 * Returns the value of a field without hidden cells: in a list of rows, replaces each hidden cell by null. Returns
 * values other than lists unchanged.
 */
export function visibleValue({ fields }: Field<string>, value: unknown): unknown {
  if (!fields || !Array.isArray(value)) return value
  return value.map((row: unknown) => {
    if (!isRecord(row)) return row
    const cells = fields.map((one) => [one.name, (one.when?.(row) ?? true) ? visibleValue(one, row[one.name]) : null])
    return { ...row, ...Object.fromEntries(cells) }
  })
}

/** The place of a fault in the form. */
export interface FaultLocation {
  /** The path of the input: `title`, `items.0.title`. */
  path: string
  shape: FieldShape
  /** The number of the row, from 1. Set only if the fault is in a row, but does not belong to an input of the row. */
  row?: number
  /** The names that lead to the fault, from the outside in: the field, then the row or picture, then the cell. */
  names: readonly FaultName[]
}

/**
 * The label of a field or cell, or the position of a row or picture, from 1. A row also has a name if the form defines
 * names of rows.
 */
export type FaultName = string | { kind: 'rows' | 'images'; number: number; name?: string | undefined }

/**
 * Finds the input to which a fault belongs. `path`: the path in the API's problem or the schema's issue, such as
 * `items.0.title`. Returns the cell of the row if the form has such a cell, else the list with the number of the row.
 * undefined: the form does not show the field.
 */
export function locateFault(shown: readonly ShownField[], path: string, values: Values): FaultLocation | undefined {
  const [name = '', index, ...rest] = path.split('.')
  const found = shown.find(({ field }) => field.name === name)
  if (!found) return undefined
  const { field, shape } = found
  const { kind, member } = shape
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

/**
 * Returns the error messages of the fields that have not changed between `before` and `after`, by field path. A changed
 * field loses its message.
 */
export const remainingErrors = (
  errors: Readonly<Record<string, string>>,
  before: Values,
  after: Values,
): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => isEqual(valueAt(before, path), valueAt(after, path))))

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)]
    return isRecord(value) ? value[name] : undefined
  }, values)
