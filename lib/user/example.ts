import type { z } from 'zod'
import type { Session, Staff, StaffSession, User } from './schema'

export const user = {
  id: 1,
  kind: 'customer',
  nickname: '晚晚不加糖',
  avatar_url: null,
  gender: 'female',
  birthday: '1996-03-08',
  username: 'customer',
  email: null,
  email_verified: false,
  mobile: null,
  mobile_verified: false,
  has_password: true,
  created_at: '2026-11-20T02:15:04.120Z',
} satisfies z.input<typeof User>

export const session = {
  id: 7,
  client_type: 'mini_program',
  ip: '203.0.113.24',
  user_agent: 'MicroMessenger/8.0.50',
  created_at: '2026-11-20T02:15:04.120Z',
  last_seen_at: '2026-11-20T08:40:11.008Z',
  expires_at: '2026-12-20T08:40:11.008Z',
  current: true,
} satisfies z.input<typeof Session>

export const staff = {
  id: 3,
  username: 'operator',
  nickname: '阿青',
  avatar_url: null,
  email: 'aqing@example.com',
  mobile: null,
  status: 'active',
  is_root: false,
  must_change_secret: false,
  locked_until: null,
  groups: [{ id: 1, name: '运营' }],
  remark: '',
  last_login_at: '2026-11-20T02:15:04.120Z',
  created_at: '2026-11-01T02:15:04.120Z',
  updated_at: '2026-11-01T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof Staff>

export const staffSession = {
  id: 12,
  client_type: 'browser',
  ip: '203.0.113.9',
  user_agent: 'Mozilla/5.0',
  created_at: '2026-11-20T02:15:04.120Z',
  last_seen_at: '2026-11-20T08:40:11.008Z',
  expires_at: '2026-11-20T20:40:11.008Z',
} satisfies z.input<typeof StaffSession>
