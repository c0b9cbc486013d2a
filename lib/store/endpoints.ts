import { z } from 'zod'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import * as example from './example'
import { enabledStores } from './queries'
import { Store } from './schema'

export const listStores = endpoint({
  method: 'GET',
  path: '/v1/store',
  summary: 'List stores',
  description: 'The enabled stores, by name.',
  access: everyone,
  output: z.array(Store),
  example: { output: [example.store] },
  handle: ({ db }) => enabledStores(db),
})
