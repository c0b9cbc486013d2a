import { z } from 'zod'
import { inputKindOf } from '@/lib/kit/api/endpoint/fields'

/** Determines the input. */
type Kind =
  | 'text'
  | 'paragraphs'
  | 'html'
  | 'number'
  /** Integer in fen, typed in yuan. */
  | 'money'
  | 'boolean'
  | 'choice'
  | 'day'
  | 'moment'
  | 'image'
  /** In order. */
  | 'images'
  /** Objects in order. */
  | 'rows'
  | 'list'
  | 'other'

export type Choice = string | number

export interface FieldShape {
  kind: Kind
  /** Must be filled in, and is marked so. */
  required: boolean
  /** In the body. */
  optional: boolean
  nullable: boolean
  /** Of a number, or the length of a text or list. */
  minimum: number | undefined
  maximum: number | undefined
  /** In the type of the schema. */
  values: readonly Choice[]
  secret: boolean
  /** From the schema. */
  fallback: unknown
  /** Of a list. */
  member: FieldShape | undefined
  /** Of an object, by name. */
  fields: Readonly<Record<string, FieldShape>>
}

/** Through optional, nullable, default and pipe wrappers. */
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
    const fields = Object.entries(inner.shape).map(([name, one]) => {
      const member = shapeOf(one)
      return [name, { ...member, required: member.required && !member.optional }]
    })
    return { ...shape, fields: Object.fromEntries(fields) }
  }
  return input ? { ...shape, kind: input } : shape
}

const isChoice = (value: unknown): value is Choice => typeof value === 'string' || typeof value === 'number'

/** undefined: null, or ±MAX_SAFE_INTEGER, which zod gives to every integer. */
const finite = (value: number | null) =>
  value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined

/** From zod's internal checks: importing `z.core` would add half of zod to the page of every form. */
function lengthBoundsOf(array: z.ZodArray) {
  const bounds: { minimum?: number; maximum?: number } = {}
  for (const { _zod } of array.def.checks ?? []) {
    if ('minimum' in _zod.def && typeof _zod.def.minimum === 'number') bounds.minimum = _zod.def.minimum
    if ('maximum' in _zod.def && typeof _zod.def.maximum === 'number') bounds.maximum = _zod.def.maximum
  }
  return bounds
}

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

export const emptyRow = (fields: FieldShape['fields']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, emptyValue(shape)]))

export const optionsOf = ({ values }: FieldShape) =>
  values.map((value) => ({ value: String(value), label: String(value) }))

/** To the type of the schema; options are always strings. */
export function optionValue({ kind, values }: FieldShape, option: string): Choice {
  if (kind === 'number') return Number(option)
  return values.find((value) => String(value) === option) ?? option
}

/**
 * Empty: null in a nullable field; undefined in an optional field of a new record that allows no empty text. Elsewhere,
 * an empty text is sent, and other empty values are undefined. Read-only fields of rows are left out.
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

/** To a user: undefined, null and an empty string are equal. */
export const isEqual = (a: unknown, b: unknown): boolean => normalized(a) === normalized(b)

const normalized = (value: unknown) => JSON.stringify(value ?? '', (_, one: unknown) => one ?? '')
