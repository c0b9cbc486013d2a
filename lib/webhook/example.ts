import type { z } from 'zod'
import { eventPage } from '@/lib/event/example'
import type { Delivery, PingResult, RotatedWebhook, Webhook, WebhookInput } from './schema'

export const webhookInput = {
  url: 'https://erp.example.com/shop-events',
  types: ['order.paid', 'order.cancelled', 'stock.low'],
} satisfies z.input<typeof WebhookInput>

export const webhook = {
  id: 4,
  ...webhookInput,
  lost_types: [],
  status: 'active',
  enabled: true,
  made_by: { id: 1, name: '管理员' },
  waiting: 0,
  accepted_at: '2026-12-01T08:00:05.000Z',
  failing_since: null,
  previous_until: null,
  created_at: '2026-12-01T02:15:04.120Z',
  updated_at: '2026-12-01T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof Webhook>

/** Not a valid secret. */
export const exampleSecret = 'whsec_kBzQ…'

export const rotated = {
  id: 4,
  secret: exampleSecret,
  previous_until: '2026-12-02T09:00:00.000Z',
  version: 2,
} satisfies z.input<typeof RotatedWebhook>

const answer = { failure: null, response_status: 204, response_body: '', duration_ms: 83 }

export const ping = { accepted: true, ...answer } satisfies z.input<typeof PingResult>

const [event] = eventPage.items
if (!event) throw new Error('the feed has no example')

export const delivery = {
  id: 20_441,
  status: 'accepted',
  event,
  tries: 1,
  tried_at: '2026-12-01T08:00:05.000Z',
  next_try_at: null,
  ...answer,
} satisfies z.input<typeof Delivery>
