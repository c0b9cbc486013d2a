import { z } from 'zod'
import { deliveries as ways } from '@/db/enums'

export const deliveries = z
  .array(z.enum(ways))
  .min(1)
  .max(ways.length)
  .refine((given) => new Set(given).size === given.length, {
    error: 'A way is given twice.',
    params: { code: 'duplicate' },
  })
  .overwrite((given) => ways.filter((way) => given.includes(way)))
  .meta({
    description: 'The ways in which customers get it: sent to an address (express), collected at a store (pickup)',
  })
