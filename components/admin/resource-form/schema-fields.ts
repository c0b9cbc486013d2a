import { z } from 'zod'
import { inputKindOf } from '@/lib/kit/api/endpoint/fields'

/** The kind of a field's value, which determines the input. */
type Kind =
  | 'text'
  | 'paragraphs'
  | 'html'
  | 'number'
  /** An integer in fen, typed in yuan. */
  | 'money'
  | 'boolean'
  | 'choice'
  | 'day'
  | 'moment'
  | 'image'
  /** A list of pictures in order. */
  | 'images'
  /** A list of objects in order. */
  | 'rows'
  /** Several values of a choice. */
  | 'list'
  | 'other'

export type Choice = string | number

/** The properties of a field's schema that the input needs. */
export interface FieldShape {
  kind: Kind
  /** Whether the field must be filled in. The form marks required fields. */
  required: boolean
  /** Whether the field may be omitted from the body. */
  optional: boolean
  nullable: boolean
  /** The minimum value of a number, length of a text, or length of a list. */
  minimum: number | undefined
  maximum: number | undefined
  /** The values of a choice, in the type of the schema. */
  values: readonly Choice[]
  /** Whether the input is a password field. */
  secret: boolean
  /** The default value of an optional field, from the schema. */
  fallback: unknown
  /** The shape of a list's members; undefined for other kinds. */
  member: FieldShape | undefined
  /** The shapes of an object's fields, by name. */
  fields: Readonly<Record<string, FieldShape>>
}

/** Reads the shape from a field's schema, through optional, nullable, default and pipe wrappers. */
export function shapeOf(schema: z.core.$ZodType): FieldShape {
  let [optional, nullable, fallback]: [boolean, boolean, unknown] = [false, false, undefined]
  let inner = schema
  let input = inputKindOf(inner)
  for (;;) {
    if (inner instanceof z.ZodOptional) optional = true
    else if (inner instanceof z.ZodNullable) nullable = true
    else if (inner instanceof z.ZodDefault) {
      optional = true
      fallback = inner.def.defaultValue
    } else if (!(inner instanceof z.ZodPipe)) break
    inner = inner instanceof z.ZodPipe ? inner.in : inner.unwrap()
    input ??= inputKindOf(inner)
  }
  const mustBeGiven = fallback === undefined && !nullable
  const shape: FieldShape = {
    kind: 'other',
    required: mustBeGiven,
    optional,
    nullable,
    fallback,
    values: [],
    secret: false,
    minimum: undefined,
    maximum: undefined,
    member: undefined,
    fields: {},
  }
  if (inner instanceof z.ZodBoolean) return { ...shape, kind: 'boolean', required: false }
  if (inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral) {
    const values = [...(inner instanceof z.ZodEnum ? inner.options : inner.values)].filter(isChoice)
    return { ...shape, kind: 'choice', required: mustBeGiven && !optional, values }
  }
  if (inner instanceof z.ZodNumber) {
    const { minValue, maxValue } = inner
    return {
      ...shape,
      kind: input === 'money' ? input : 'number',
      minimum: finite(minValue),
      maximum: finite(maxValue),
    }
  }
  if (inner instanceof z.ZodString) {
    const [minimum, maximum] = [inner.minLength ?? 0, inner.maxLength ?? undefined]
    const secret = z.globalRegistry.get(inner)?.format === 'password'
    const required = mustBeGiven && (minimum > 0 || input === 'image')
    return { ...shape, kind: input ?? 'text', required, minimum, maximum, secret }
  }
  if (inner instanceof z.ZodISODate) return { ...shape, kind: 'day' }
  if (inner instanceof z.ZodArray) {
    const member = shapeOf(inner.element)
    const kind = member.kind === 'image' ? 'images' : inner.element instanceof z.ZodObject ? 'rows' : 'list'
    const { minimum, maximum } = lengthBoundsOf(inner)
    return { ...shape, kind, member, minimum, maximum, required: mustBeGiven && (minimum ?? 0) > 0 }
  }
  if (inner instanceof z.ZodObject) {
    const fields = Object.entries(inner.shape).map(([name, one]) => [name, shapeOf(one)])
    return { ...shape, fields: Object.fromEntries(fields) }
  }
  return input ? { ...shape, kind: input } : shape
}

const isChoice = (value: unknown): value is Choice => typeof value === 'string' || typeof value === 'number'

/**
 * Returns the minimum or maximum of a number. undefined: the schema has no such bound (null, or ±MAX_SAFE_INTEGER,
 * which zod gives to every integer).
 */
const finite = (value: number | null) =>
  value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined

/**
 * The minimum and maximum length of an array. Reads zod's internal checks: importing `z.core` would add half of zod to
 * the page of every form.
 */
function lengthBoundsOf(array: z.ZodArray) {
  const bounds: { minimum?: number; maximum?: number } = {}
  for (const { _zod } of array.def.checks ?? []) {
    if ('minimum' in _zod.def && typeof _zod.def.minimum === 'number') bounds.minimum = _zod.def.minimum
    if ('maximum' in _zod.def && typeof _zod.def.maximum === 'number') bounds.maximum = _zod.def.maximum
  }
  return bounds
}

/** The initial value of a field in an empty form. */
export function emptyValue({ kind, fallback }: FieldShape): unknown {
  if (fallback !== undefined) return fallback
  switch (kind) {
    case 'boolean':
      return false
    case 'list':
    case 'images':
    case 'rows':
      return []
    case 'text':
    case 'paragraphs':
    case 'html':
    case 'image':
    case 'number':
    case 'money':
      return ''
    default:
      return null
  }
}

/** The initial values of a new row of a list. */
export const emptyRow = (fields: FieldShape['fields']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, emptyValue(shape)]))

/** Returns the options of a select, with the values of the choice as labels. */
export const optionsOf = ({ values }: FieldShape) =>
  values.map((value) => ({ value: String(value), label: String(value) }))

/** Converts the value of a select's option, which is always a string, to the type of the schema. */
export function optionValue({ kind, values }: FieldShape, option: string): Choice {
  if (kind === 'number') return Number(option)
  return values.find((value) => String(value) === option) ?? option
}

/**
 * Converts the value of an input to the value to send. An empty value becomes null in a nullable field. In an optional
 * field of a new record that allows no empty text, an empty value becomes undefined. In other fields, an empty text is
 * sent unchanged, and any other empty value becomes undefined, which the schema refuses if the field is required. Rows
 * are sent only with the fields of the schema, without the read-only fields of a record.
 */
export function sentValue(shape: FieldShape, value: unknown, isNew: boolean): unknown {
  const { nullable, optional, kind, minimum = 0, member } = shape
  if (kind === 'rows' && member && Array.isArray(value)) return value.map((row) => sentRow(member.fields, row))
  if (value !== '' && value !== null) return value
  if (nullable) return null
  const isEmptyTextValid = (kind === 'text' || kind === 'paragraphs' || kind === 'html') && minimum === 0
  if (isNew && optional && !isEmptyTextValid) return undefined
  return (kind === 'number' || kind === 'money') && value === '' ? undefined : (value ?? undefined)
}

function sentRow(fields: FieldShape['fields'], row: unknown): Record<string, unknown> {
  const values = isRecord(row) ? row : {}
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, shape]) => [name, sentValue(shape, values[name], true)])
      .filter(([, value]) => value !== undefined),
  )
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two values look equal to a user: undefined, null and an empty string count as equal. */
export const isEqual = (a: unknown, b: unknown): boolean => normalized(a) === normalized(b)

const normalized = (value: unknown) => JSON.stringify(value ?? '', (_, one: unknown) => one ?? '')
