import { z } from 'zod'
import { deliveryFailures, deliveryStatuses, eventTypes, webhookStatuses } from '@/db/enums'
import { Event } from '@/lib/event/schema'
import { edits, id, idParams, line, moment, momentInput, pathId } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery, pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { staffName } from '@/lib/kit/people/schema'

export const Webhook = z
  .object({
    id,
    url: z.string(),
    types: z.array(z.enum(eventTypes)),
    lost_types: z
      .array(z.enum(eventTypes))
      .meta({ description: 'Those of types that made_by may not see any more: not sent' }),
    status: z.enum(webhookStatuses).meta({
      description:
        'Only active ones send. maker_inactive: the account of made_by is disabled or deleted; gone: the receiver answered 410; unanswered: it accepted nothing for 5 days; secret_lost: NEXTAUTH_SECRET was changed',
    }),
    enabled: z.boolean(),
    made_by: staffName.meta({ description: 'The last to change url or types, or to turn it on' }),
    waiting: z.int().meta({ description: 'Events that are tried again' }),
    accepted_at: moment.nullable().meta({ description: 'The last acceptance' }),
    failing_since: moment.nullable().meta({ description: 'The first failure since then' }),
    previous_until: moment.nullable().meta({ description: 'Until then, the secret before a rotation signs, too' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'Webhook' })

/** Without what changes by use. */
export const LoggedWebhook = Webhook.omit({
  lost_types: true,
  waiting: true,
  accepted_at: true,
  failing_since: true,
})

export const WebhookPage = pageOf(Webhook)

export const WebhookQuery = z.object({
  ...pageQuery,
  q: line(1, 64).optional().meta({ description: 'Part of the URL' }),
  sort: sortBy(['accepted_at', 'created_at'], '-created_at'),
})

export const NewWebhook = Webhook.extend({
  secret: z.string().meta({ description: 'Shown only now. Verifies signatures by Standard Webhooks' }),
}).meta({ id: 'NewWebhook' })

export const RotatedWebhook = NewWebhook.pick({ id: true, secret: true, previous_until: true, version: true }).meta({
  id: 'RotatedWebhook',
})

const fields = {
  url: line(1, 2_000).meta({
    description: 'https on port 443 or above 1023, at a public address. Redirects are not followed',
  }),
  types: z.array(z.enum(eventTypes)).min(1).max(eventTypes.length),
  enabled: z.boolean(),
}

export const WebhookInput = z.strictObject({ ...fields, enabled: fields.enabled.default(true) })

export const WebhookChanges = edits(fields)

const answer = {
  failure: z
    .enum(deliveryFailures)
    .nullable()
    .meta({ description: 'Instead of an answer. not_permitted: made_by may not see the event any more' }),
  response_status: z.int().nullable(),
  response_body: z.string().nullable().meta({ description: 'At most 1 KiB' }),
  duration_ms: z.int(),
}

export const PingResult = z
  .object({ accepted: z.boolean().meta({ description: 'Whether the answer was 2xx' }), ...answer })
  .meta({ id: 'PingResult' })

export const Delivery = z
  .object({
    id,
    status: z.enum(deliveryStatuses).meta({ description: 'waiting: tried again; given_up: after the last try' }),
    event: Event.meta({ description: 'The body' }),
    tries: z.int(),
    tried_at: moment,
    next_try_at: moment.nullable(),
    ...answer,
  })
  .meta({ id: 'WebhookDelivery' })

export const deliveryParams = idParams.extend({ delivery_id: pathId })

export const DeliveryPage = cursorPageOf(Delivery)

export const DeliveryQuery = z.object({ ...cursorQuery, status: z.enum(deliveryStatuses).optional() })

export const ResendInput = z.strictObject({
  since: momentInput.meta({ description: 'Events from this time on are sent again, also accepted ones' }),
})
