import { z } from 'zod'
import { inputKindOf } from './fields'

/* Safe in the browser. */

/** In the order of the schema. A nested field is `user.username`. */
export const columnsOf = (output: z.core.$ZodType | undefined): string[] =>
  fieldsOf(rowOf(output)).map(({ name }) => name)

/** `money`: in fen. */
export const columnsOfKind = (output: z.core.$ZodType | undefined, kind: 'money' | 'moment'): ReadonlySet<string> =>
  new Set(fieldsOf(rowOf(output)).flatMap(({ name, schema }) => (inputKindOf(schema) === kind ? name : [])))

/** For `columns`: each field, and each object with nested fields. */
export const choicesOf = (output: z.core.$ZodType): string[] => [
  ...new Set(columnsOf(output).flatMap((column) => [column.split('.', 1)[0] ?? column, column])),
]

/** In the chosen order. The name of an object stands for all its columns. */
export const expanded = (chosen: readonly string[], all: readonly string[]): string[] =>
  chosen.flatMap((one) => all.filter((column) => column === one || column.startsWith(`${one}.`)))

function rowOf(output: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const items = output instanceof z.ZodObject ? output.shape.items : undefined
  return items instanceof z.ZodArray ? items.element : undefined
}

interface Field {
  name: string
  /** Inside of `nullable` and `optional`. */
  schema: z.core.$ZodType
}

const plain = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? plain(schema.unwrap()) : schema

function fieldsOf(schema: z.core.$ZodType | undefined): Field[] {
  const object = schema && plain(schema)
  if (!(object instanceof z.ZodObject)) return []
  return Object.entries(object.shape).flatMap(([name, field]) => {
    const inner = fieldsOf(field)
    return inner.length > 0
      ? inner.map((child) => ({ ...child, name: `${name}.${child.name}` }))
      : [{ name, schema: plain(field) }]
  })
}
