import type { JsonSchema } from '@/lib/kit/api/document/openapi-document'

/** `key`: a message in `docs.limit`, which shows the other members. */
export type Limit =
  | { key: 'length' | 'range' | 'items'; minimum: number; maximum: number }
  | { key: 'atLeast' | 'atMost' | 'atMostLength' | 'atMostItems'; value: number }
  | { key: 'oneOf'; values: string[] }
  | { key: 'pattern' | 'default'; text: string }

export interface Type {
  /** Such as `integer` or `date-time`; empty if `reference` is set. */
  name: string
  /** A schema of the document's components. */
  reference: string | undefined
  isArray: boolean
  isNullable: boolean
}

export interface Field {
  /** With the objects that contain it: `items[].count`. */
  path: string
  depth: number
  type: Type
  isRequired: boolean
  limits: Limit[]
  description: string | undefined
}

type Schema = JsonSchema | boolean | undefined

/** Not shown as a limit, because all ids have it. */
const maxId = 2_147_483_647

const componentPrefix = '#/components/schemas/'

/** Fields of a nested object follow the field with the object. */
export function fieldsOf(schema: JsonSchema, prefix = '', depth = 0): Field[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix + name
    const field = fieldOf(path, member, required.has(name), depth)
    const inner = innerOf(member)
    return [field, ...(inner ? fieldsOf(inner.schema, `${path}${inner.isArray ? '[]' : ''}.`, depth + 1) : [])]
  })
}

export function fieldOf(path: string, member: Schema, isRequired: boolean, depth = 0): Field {
  const { schema, isNullable } = presentOf(member)
  const isArray = schema.type === 'array'
  const { schema: one } = isArray ? presentOf(itemOf(schema)) : { schema }
  return {
    path,
    depth,
    type: {
      name: typeOf(one),
      reference: one.$ref?.slice(componentPrefix.length),
      isArray,
      isNullable: isNullable || (Array.isArray(schema.type) && schema.type.includes('null')),
    },
    isRequired,
    limits: [...limitsOf(schema), ...(isArray ? limitsOf(one) : [])],
    description: (typeof member === 'object' ? member.description : undefined) ?? schema.description,
  }
}

export const typeOfSchema = (schema: JsonSchema): Type => fieldOf('', schema, true).type

/** Of an object or an array. undefined for other fields, and for components, which have a table of their own. */
function innerOf(member: Schema): { schema: JsonSchema; isArray: boolean } | undefined {
  const { schema } = presentOf(member)
  const isArray = schema.type === 'array'
  const inner = isArray ? presentOf(itemOf(schema)).schema : schema
  return inner.properties ? { schema: inner, isArray } : undefined
}

const itemOf = ({ items }: JsonSchema): Schema => (Array.isArray(items) ? items[0] : items)

function presentOf(member: Schema): { schema: JsonSchema; isNullable: boolean } {
  if (typeof member !== 'object') return { schema: {}, isNullable: false }
  const choices = (member.anyOf ?? member.allOf ?? []).filter((one) => typeof one === 'object')
  const present = choices.filter((one) => one.type !== 'null')
  const [only] = present
  if (!only || present.length > 1) return { schema: member, isNullable: false }
  return { schema: only, isNullable: present.length < choices.length }
}

function typeOf({ type, format, $ref, enum: values }: JsonSchema): string {
  if ($ref) return ''
  if (format && format !== 'uri') return format
  if (format === 'uri') return 'url'
  if (values?.every(Number.isInteger)) return 'integer'
  const types = [type ?? 'any'].flat().filter((one) => one !== 'null')
  return types.join(' | ')
}

function limitsOf(schema: JsonSchema): Limit[] {
  const { minLength, maxLength, minItems, maxItems, pattern, enum: values, const: only } = schema
  const { minimum, maximum } = schema.maximum === maxId ? {} : schema
  const limits: Limit[] = []
  if (maxLength !== undefined) {
    limits.push(
      minLength ? { key: 'length', minimum: minLength, maximum: maxLength } : { key: 'atMostLength', value: maxLength },
    )
  }
  if (maximum !== undefined && minimum !== undefined) limits.push({ key: 'range', minimum, maximum })
  else if (maximum !== undefined) limits.push({ key: 'atMost', value: maximum })
  else if (minimum !== undefined) limits.push({ key: 'atLeast', value: minimum })
  if (maxItems !== undefined) {
    limits.push(
      minItems ? { key: 'items', minimum: minItems, maximum: maxItems } : { key: 'atMostItems', value: maxItems },
    )
  }
  if (values) limits.push({ key: 'oneOf', values: values.map(String) })
  else if (only !== undefined) limits.push({ key: 'oneOf', values: [String(only)] })
  if (pattern) limits.push({ key: 'pattern', text: pattern })
  if (schema.default !== undefined) limits.push({ key: 'default', text: JSON.stringify(schema.default) })
  return limits
}
