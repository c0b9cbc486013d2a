import type { z } from 'zod'
import { user } from '@/lib/user/example'
import type { Token, TokenInfo } from './schema'

export const token = {
  token: 'q0Jm5lJ1yH8xWc2nVt7uRk4oSd9aZf6gLb3eXp1iTsY',
  token_type: 'Bearer',
  expires_in: 2_592_000,
  expires_at: '2026-12-20T02:15:04.120Z',
  user,
} satisfies z.input<typeof Token>

export const tokenInfo = {
  user_id: 1,
  client_type: 'mini_program',
  created_at: '2026-11-20T02:15:04.120Z',
  last_seen_at: '2026-11-20T08:40:11.008Z',
  expires_at: '2026-12-20T08:40:11.008Z',
} satisfies z.input<typeof TokenInfo>
