import { z } from 'zod'

/** What a schema says of one field: enough to draw its input. */
export interface FieldShape {
  kind: 'text' | 'number' | 'boolean' | 'choice' | 'day' | 'list' | 'other'
  /** Must be given: marked on the form. */
  required: boolean
  /** May be left out of what is sent. */
  optional: boolean
  nullable: boolean
  /** Of a number the least value, of a text the least length. */
  minimum: number | undefined
  maximum: number | undefined
  values: string[]
  /** Typed without being shown. */
  secret: boolean
  /** Of a field that may be left out. */
  fallback: unknown
}

/** Reads a field's schema, through everything that is wrapped around it. */
export function shapeOf(schema: z.core.$ZodType): FieldShape {
  let [optional, nullable, fallback]: [boolean, boolean, unknown] = [false, false, undefined]
  let inner = schema
  for (;;) {
    if (inner instanceof z.ZodOptional) optional = true
    else if (inner instanceof z.ZodNullable) nullable = true
    else if (inner instanceof z.ZodDefault) {
      optional = true
      fallback = inner.def.defaultValue
    } else if (!(inner instanceof z.ZodPipe)) break
    inner = inner instanceof z.ZodPipe ? inner.in : inner.unwrap()
  }
  const common = { optional, nullable, fallback, values: [], secret: false, minimum: undefined, maximum: undefined }
  const given = fallback === undefined && !nullable
  if (inner instanceof z.ZodBoolean) return { ...common, kind: 'boolean', required: false }
  if (inner instanceof z.ZodEnum)
    return { ...common, kind: 'choice', required: given && !optional, values: inner.options.map(String) }
  if (inner instanceof z.ZodNumber) {
    const { minValue, maxValue } = inner
    return { ...common, kind: 'number', required: given, minimum: finite(minValue), maximum: finite(maxValue) }
  }
  if (inner instanceof z.ZodString) {
    const [minimum, maximum] = [inner.minLength ?? 0, inner.maxLength ?? undefined]
    const secret = z.globalRegistry.get(inner)?.format === 'password'
    return { ...common, kind: 'text', required: given && minimum > 0, minimum, maximum, secret }
  }
  if (inner instanceof z.ZodISODate) return { ...common, kind: 'day', required: given }
  if (inner instanceof z.ZodArray) return { ...common, kind: 'list', required: false }
  return { ...common, kind: 'other', required: given }
}

/** Whole numbers have bounds by nature; those say nothing. */
const finite = (value: number | null) =>
  value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined

/** What an empty form holds for a field. */
export function emptyValue({ kind, fallback }: FieldShape): unknown {
  if (fallback !== undefined) return fallback
  if (kind === 'boolean') return false
  if (kind === 'list') return []
  return kind === 'text' || kind === 'number' ? '' : null
}

/**
 * What is sent for what was typed: nothing at all for an empty field that may be left out, null for one that may be
 * emptied. An empty one that may be neither stays as it is and is refused by its schema.
 */
export function sentValue(
  { nullable, optional, kind, minimum = 0 }: FieldShape,
  value: unknown,
  isNew: boolean,
): unknown {
  if (value !== '' && value !== null) return value
  if (nullable) return null
  const isMeaningful = kind === 'text' && minimum === 0
  if (isNew && optional && !isMeaningful) return undefined
  return kind === 'number' && value === '' ? undefined : (value ?? undefined)
}
