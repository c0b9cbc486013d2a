import { z } from 'zod'
import { id } from '@/lib/kit/api/endpoint/fields'

const method = z.enum(['GET', 'POST', 'PUT', 'DELETE'])
const code = z.string().meta({ description: 'cms.<resource>.<verb>' })
const module = z.string().meta({ description: 'The resource' })

export const PointsOfModule = z
  .object({
    module,
    name: z.string(),
    points: z.array(
      z.object({
        code,
        name: z.string(),
        operations: z
          .array(z.object({ method, path: z.string() }))
          .meta({ description: 'The operations that require it' }),
        groups: z.array(z.object({ id, name: z.string() })).meta({ description: 'The groups that have it' }),
        obsolete: z.boolean().meta({ description: 'No operation requires it anymore' }),
      }),
    ),
  })
  .meta({ id: 'PointsOfModule' })

export const EndpointAccess = z
  .object({
    method,
    path: z.string(),
    code: code.nullable().meta({ description: 'null: open to all staff' }),
    also: z.array(code).meta({ description: 'Further permissions on which what it answers or accepts depends' }),
    module,
    name: z.string(),
    granted: z.boolean(),
  })
  .meta({ id: 'EndpointAccess' })
