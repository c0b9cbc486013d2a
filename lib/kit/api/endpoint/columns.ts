import { z } from 'zod'
import { inputKindOf } from './fields'

/*
 * The columns of a list's file. Safe in the browser.
 */

/** The names of the fields in the rows of a list, in the order of the schema. A nested field is `user.username`. */
export const columnsOf = (output: z.core.$ZodType | undefined): string[] =>
  fieldsOf(rowOf(output)).map(({ name }) => name)

/** The columns of a list whose values are amounts in fen (`money`) or timestamps (`moment`). */
export const columnsOfKind = (output: z.core.$ZodType | undefined, kind: 'money' | 'moment'): ReadonlySet<string> =>
  new Set(fieldsOf(rowOf(output)).flatMap(({ name, schema }) => (inputKindOf(schema) === kind ? name : [])))

/** The possible values of the query parameter `columns`: each field, and each object with nested fields. */
export const choicesOf = (output: z.core.$ZodType): string[] => [
  ...new Set(columnsOf(output).flatMap((column) => [column.split('.', 1)[0] ?? column, column])),
]

/** Returns the chosen columns in the chosen order. The name of an object is replaced by the columns of the object. */
export const expanded = (chosen: readonly string[], all: readonly string[]): string[] =>
  chosen.flatMap((one) => all.filter((column) => column === one || column.startsWith(`${one}.`)))

function rowOf(output: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const items = output instanceof z.ZodObject ? output.shape.items : undefined
  return items instanceof z.ZodArray ? items.element : undefined
}

interface Field {
  name: string
  /** The schema inside of `nullable` and `optional`. */
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
