import type { z } from 'zod'
import type { Setting } from './schema'

export const setting = {
  key: 'order.unpaid_minutes',
  group: 'order',
  type: 'integer',
  value: 45,
  default: 30,
  minimum: 5,
  maximum: 10_080,
  updated_by: { id: 2, name: '阿青', username: 'manager' },
  updated_at: '2026-11-20T02:15:04.120Z',
} satisfies z.input<typeof Setting>
