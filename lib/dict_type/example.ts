import type { z } from 'zod'
import type { DictType } from './schema'

export const dictType = {
  id: 2,
  type: 'order_status',
  name: '订单状态',
  status: 'enabled',
  remark: '',
  entry_count: 6,
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof DictType>
