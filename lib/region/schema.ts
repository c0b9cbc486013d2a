import { z } from 'zod'

export const regionCode = z.string().regex(/^\d{6}$/)

const City = z
  .object({
    code: regionCode.meta({ description: 'Six digits of GB/T 2260; the last two are 00' }),
    name: z.string(),
    districts: z.array(z.string()).meta({ description: 'Names' }),
  })
  .meta({ id: 'City' })

export const Province = z
  .object({
    code: regionCode.meta({ description: 'Six digits of GB/T 2260; the last four are 0000' }),
    name: z.string(),
    cities: z
      .array(City)
      .meta({ description: 'A municipality and a special administrative region is its own and only city' }),
  })
  .meta({ id: 'Province' })
