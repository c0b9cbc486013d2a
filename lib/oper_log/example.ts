import type { z } from 'zod'
import type { HistoryEntry, LoggedOperation } from './schema'

export const operation = {
  id: 731,
  created_at: '2026-11-20T02:15:04.120Z',
  request_id: '6f1c1c0e-5a0a-4b0a-9d55-0f7a6f0f3a10',
  user: { id: 2, username: 'manager', nickname: '店长', is_key: false },
  module: 'config',
  permission_code: 'cms.config.update',
  action: 'update',
  method: 'PUT',
  path: '/cms/config',
  target_type: 'config',
  target_id: null,
  target_name: null,
  before: { 'order.unpaid_minutes': 30 },
  after: { 'order.unpaid_minutes': 45 },
  referred: [],
  params: { 'order.unpaid_minutes': 45 },
  status: 200,
  code: null,
  invalid_params: [],
  success: true,
  duration_ms: 6,
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
} satisfies z.input<typeof LoggedOperation>

export const historyEntry = {
  id: 732,
  created_at: '2026-11-20T02:16:00.000Z',
  user: { id: 2, username: 'manager', nickname: '店长', is_key: false },
  module: 'banner',
  action: 'update',
  target_name: '首页',
  before: { name: '首页轮播' },
  after: { name: '首页' },
  referred: [],
} satisfies z.input<typeof HistoryEntry>
