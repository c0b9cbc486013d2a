import type { z } from 'zod'
import type { Login } from './schema'

export const login = {
  id: 1204,
  created_at: '2026-11-20T02:15:04.120Z',
  account: 'manager',
  type: 100,
  user_id: 2,
  user_kind: 'staff',
  nickname: '店长',
  success: false,
  reason: 'wrong_secret',
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
} satisfies z.input<typeof Login>
