import type { z } from 'zod'
import type { Session, User } from './schema'

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
