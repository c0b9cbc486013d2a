import { z } from 'zod'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import * as example from './example'
import { runningPromotions } from './queries'
import { Promotion } from './schema'

export const listPromotions = endpoint({
  method: 'GET',
  path: '/v1/promotion',
  summary: 'List promotions',
  description: 'The promotions that run now and apply by themselves, the ones that end first at the beginning.',
  access: everyone,
  output: z.array(Promotion),
  example: { output: [example.promotion] },
  handle: ({ db }) => runningPromotions(db),
})
