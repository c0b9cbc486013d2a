import { z } from 'zod'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { provinces } from '@/lib/kit/regions'
import * as example from './example'
import { Province } from './schema'

export const listRegions = endpoint({
  method: 'GET',
  path: '/v1/region',
  summary: 'Provinces, cities and districts',
  description:
    'All of China, with the codes and names of GB/T 2260, for choosing the region of an address. Changes only with a release.',
  access: everyone,
  output: z.array(Province),
  example: { output: example.regions },
  handle: async () => [...provinces],
})
