import { z } from 'zod'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import * as example from './example'
import { readShownTree } from './queries'
import { Category } from './schema'

export const listCategories = endpoint({
  method: 'GET',
  path: '/v1/category',
  summary: 'The category tree',
  description: 'The whole tree of enabled categories, in the order of the shop.',
  access: everyone,
  output: z.array(Category),
  example: { output: [example.category] },
  handle: ({ db }) => readShownTree(db),
})
