import type { z } from 'zod'
import type { EventPage } from './schema'

export const eventPage: z.input<typeof EventPage> = {
  items: [
    {
      seq: 1_041,
      type: 'order.paid',
      at: '2026-11-30T08:00:00.000Z',
      actor_id: null,
      resource: 'order',
      resource_id: 9,
      data: { order_no: '20261130ABCDEFGHJKMNPQ', status: 'paid', action: 'pay', total_amount: 3_998 },
    },
  ],
  next_after: 1_041,
  has_more: false,
}
