import { z } from 'zod'
import { changes, id, moment } from '@/lib/kit/api/endpoint/fields'
import { Closing } from '@/lib/kit/config/closing'
import { declaredSettings } from '@/lib/kit/config/registry'

const value = z.union([z.string(), z.int(), z.boolean(), Closing, z.null()])

export const Setting = z
  .object({
    key: z.string(),
    group: z.string(),
    type: z.enum(['string', 'integer', 'boolean', 'enum', 'closing']),
    value: value.meta({ description: 'The value in effect' }),
    default: value,
    minimum: z.int().optional().meta({ description: 'For integers' }),
    maximum: z.int().optional(),
    options: z.array(z.string()).optional().meta({ description: 'The values of an enum' }),
    updated_by: z
      .object({
        id,
        name: z.string().meta({ description: 'The name that colleagues know them by' }),
        username: z.string().nullable().meta({ description: 'null: the user was deleted' }),
      })
      .nullable()
      .meta({ description: 'null: the default is in effect, or the value was written by the system' }),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Setting' })

const schemas = Object.entries(declaredSettings).map(([key, { schema }]) => [key, schema] as const)

/** Values of settings by their keys, as the audit log stores them. */
export const SettingValues = z.object(Object.fromEntries(schemas))

export const SettingChanges = changes(Object.fromEntries(schemas.map(([key, schema]) => [key, schema.nullable()])))

/** Type and bounds of a setting's values, derived from its schema, for forms. Throws for an unsupported schema. */
export function domainOf(schema: z.ZodType): Pick<z.input<typeof Setting>, 'type' | 'minimum' | 'maximum' | 'options'> {
  if (schema === declaredSettings['shop.closed'].schema) return { type: 'closing' }
  const { type, minimum, maximum, enum: options } = z.toJSONSchema(schema)
  if (options) return { type: 'enum', options: options.map(String) }
  if (type === 'integer') return { type, minimum, maximum }
  if (type === 'boolean' || type === 'string') return { type }
  throw new Error(`the type ${type} is not supported for settings`)
}
