import type { z } from 'zod'
import type { Element } from './schema'

export const element = {
  id: 12,
  menu_id: 7,
  code: 'user.create',
  name: '新建员工',
  type: 'button',
  permission_code: 'cms.user.create',
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof Element>
