import type { z } from 'zod'
import type { View, ViewInput } from './schema'

export const viewInput = {
  list: 'order',
  name: '今天要发货的',
  query: 'tab=to_ship&late=true&sort=-created_at',
  columns: ['order_no', 'items', 'customer', 'status', 'paid_at'],
} satisfies z.input<typeof ViewInput>

export const view = {
  id: 5,
  ...viewInput,
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
} satisfies z.input<typeof View>
