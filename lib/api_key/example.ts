import type { z } from 'zod'
import type { ApiKey, ApiKeyInput, OwnKey, RotatedKey } from './schema'

export const apiKeyInput = {
  name: 'ERP',
  permission_codes: ['cms.order.list', 'cms.order.ship', 'cms.product.list', 'cms.product.stock'],
  access: 'write',
  allowed_ips: ['203.0.113.0/24'],
  mcp: false,
  expires_at: '2027-06-30T16:00:00.000Z',
} satisfies z.input<typeof ApiKeyInput>

const madeBy = { id: 1, name: '管理员' }

export const apiKey = {
  id: 812,
  ...apiKeyInput,
  hint: 'msk_h4Zq',
  status: 'active',
  lost_codes: [],
  revoked_at: null,
  made_by: madeBy,
  last_used_at: '2026-11-30T08:12:45.000Z',
  last_ip: '203.0.113.7',
  unused: false,
  previous_until: null,
  previous_used_at: null,
  created_at: '2026-11-27T02:15:04.120Z',
  updated_at: '2026-11-27T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof ApiKey>

/** Not a valid secret: its checksum is wrong. */
export const exampleSecret = 'msk_h4Zq…'

export const rotatedKey = {
  id: 812,
  secret: exampleSecret,
  previous_until: '2026-12-01T09:00:00.000Z',
  version: 2,
} satisfies z.input<typeof RotatedKey>

export const ownKey = {
  id: 812,
  ...apiKeyInput,
  made_by: madeBy,
  previous_until: null,
} satisfies z.input<typeof OwnKey>
