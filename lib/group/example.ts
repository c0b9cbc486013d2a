import type { z } from 'zod'
import type { Group, GroupDetail } from './schema'

export const group = {
  id: 1,
  name: '运营',
  description: '商品与订单',
  member_count: 2,
  created_at: '2026-11-01T02:15:04.120Z',
  updated_at: '2026-11-01T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof Group>

export const groupDetail = {
  ...group,
  permission_codes: ['cms.customer.list', 'cms.dict.update'],
  menu_ids: [3, 4],
  element_ids: [7],
} satisfies z.input<typeof GroupDetail>
