import type { z } from 'zod'
import type { LoggedError } from './schema'

export const loggedError = {
  id: 12,
  fingerprint: '4b0c2f7d9e1a5c3b8d6f0a2e4c6b8d0f',
  source: 'request',
  name: 'TypeError',
  message: 'Cannot read properties of undefined',
  stack: 'at placeOrder (lib/order/place/place.ts:120:11)',
  method: 'POST',
  path: '/v1/order',
  count: 3,
  first_at: '2026-11-19T08:00:00.000Z',
  last_at: '2026-11-20T02:15:04.120Z',
  status: 'new',
  request_ids: ['6f1c1c0e-5a0a-4b0a-9d55-0f7a6f0f3a10'],
  version: 1,
} satisfies z.input<typeof LoggedError>
