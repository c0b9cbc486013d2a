import { z } from 'zod'
import { changes, id, moment } from '@/lib/api/fields'
import { parameters } from './registry'

const value = z.union([z.string(), z.int(), z.boolean()])

export const Parameter = z
  .object({
    key: z.string(),
    group: z.string(),
    type: z.enum(['string', 'integer', 'boolean', 'enum']),
    value: value.meta({ description: 'What holds now' }),
    default: value,
    minimum: z.int().optional().meta({ description: 'Of a whole number' }),
    maximum: z.int().optional(),
    options: z.array(z.string()).optional().meta({ description: 'What an enum may be' }),
    updated_by: z
      .object({ id, username: z.string().nullable().meta({ description: 'null: this user is gone' }) })
      .nullable()
      .meta({ description: 'null: the default holds, or the shop itself wrote it' }),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Parameter' })

const schemas = Object.entries(parameters).map(([key, { schema }]) => [key, schema] as const)

/** Values of parameters by their keys, as the operation log keeps them. */
export const ParameterValues = z.object(Object.fromEntries(schemas))

export const ParameterChanges = changes(Object.fromEntries(schemas.map(([key, schema]) => [key, schema.nullable()])))

/** What the declaration of a parameter says about the values that it takes; for forms. */
export function domainOf(
  schema: z.ZodType,
): Pick<z.input<typeof Parameter>, 'type' | 'minimum' | 'maximum' | 'options'> {
  const { type, minimum, maximum, enum: options } = z.toJSONSchema(schema)
  if (options) return { type: 'enum', options: options.map(String) }
  if (type === 'integer') return { type, minimum, maximum }
  if (type === 'boolean' || type === 'string') return { type }
  throw new Error(`a parameter cannot be of the type ${type}`)
}
