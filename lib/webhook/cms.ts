import { webhook } from '@/db/schema/webhook'
import { events } from '@/lib/event/schema'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { getRow } from '@/lib/kit/api/rows/rows'
import { historyOf } from '@/lib/oper_log/history'
import * as commands from './commands'
import { ping } from './deliver'
import * as example from './example'
import * as queries from './queries'
import {
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  deliveryParams,
  LoggedWebhook,
  NewWebhook,
  PingResult,
  ResendInput,
  RotatedWebhook,
  Webhook,
  WebhookChanges,
  WebhookInput,
  WebhookPage,
  WebhookQuery,
} from './schema'
import { newSecret } from './secret'

const webhooks = resourceOf(webhook, { as: LoggedWebhook, read: queries.readWebhook })

const additional_permissions = [...new Set(Object.values(events).map((one) => one.permission))]

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/cms/webhook',
  summary: 'List webhooks',
  description: 'Newest first. None has its secret.',
  access: permission('cms.webhook.list'),
  query: WebhookQuery,
  output: WebhookPage,
  example: { output: { items: [example.webhook], page: 1, size: 10, total: 1 } },
  handle: queries.list,
})

export const getWebhook = endpoint({
  method: 'GET',
  path: '/cms/webhook/{id}',
  summary: 'Get a webhook',
  description: 'Without its secret.',
  access: permission('cms.webhook.list'),
  params: idParams,
  output: Webhook,
  example: { params: { id: '4' }, output: example.webhook },
  handle: ({ db, params }) => queries.readWebhook(db, params.id),
})

export const listWebhookHistory = historyOf('webhook', 'a webhook', 'cms.webhook.list')

export const createWebhook = endpoint({
  method: 'POST',
  path: '/cms/webhook',
  summary: 'Create a webhook',
  description:
    'Sends events as JSON from now on, at least once, with the headers webhook-id (the same for each try), webhook-timestamp and webhook-signature of Standard Webhooks. Any answer but 2xx within 10 seconds is tried again ten times in three days; later events overtake it, so compare seq. At most 20.',
  access: permission('cms.webhook.create'),
  additional_permissions,
  body: WebhookInput,
  output: NewWebhook,
  answers_secret: true,
  status: 201,
  location: ({ id }) => `/cms/webhook/${id}`,
  problems: ['limit_reached'],
  example: { body: example.webhookInput, output: { ...example.webhook, secret: example.exampleSecret } },
  prepare: ({ body }) => commands.requireReceiver(body.url),
  async handle({ db, body, caller, recorder }) {
    const { id, secret } = await commands.createWebhook(db, caller, body)
    const after = await queries.readWebhook(db, id)
    recorder.audit({ target: ['webhook', id], as: LoggedWebhook, after })
    return { ...after, secret }
  },
})

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/cms/webhook/{id}',
  summary: 'Change a webhook',
  description:
    'Needs the permissions for its types, unless it is only turned off. Once turned on again, it sends those that wait, and events from then on; POST …/resend sends others.',
  access: permission('cms.webhook.update'),
  additional_permissions,
  params: idParams,
  body: WebhookChanges,
  output: Webhook,
  shown_to: 'cms.webhook.list',
  problems: ['stale_version'],
  example: {
    params: { id: '4' },
    body: { enabled: false, version: 1 },
    output: { ...example.webhook, enabled: false, status: 'off', version: 2 },
  },
  prepare: ({ body }) => commands.requireReceiver(body.url),
  handle: (context) =>
    webhooks.update(context, (before) => commands.changeOf(context.db, context.caller, before, context.body)),
})

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/cms/webhook/{id}/rotate',
  summary: 'Replace the secret of a webhook',
  description: 'The secrets of the last 24 hours sign for another 24 hours, too.',
  access: permission('cms.webhook.update'),
  additional_permissions,
  verb: 'rotate',
  params: idParams,
  output: RotatedWebhook,
  answers_secret: true,
  example: { params: { id: '4' }, output: example.rotated },
  async handle(context) {
    const secret = newSecret()
    const { id, previous_until, version } = await webhooks.update({ ...context, body: {} }, (before) =>
      commands.rotationOf(context.db, context.caller, before, secret),
    )
    return { id, secret, previous_until, version }
  },
})

export const deleteWebhook = endpoint({
  path: '/cms/webhook/{id}',
  summary: 'Delete a webhook',
  description: 'Together with its deliveries.',
  ...webhooks.deletion(permission('cms.webhook.delete')),
})

export const pingWebhook = endpoint({
  method: 'POST',
  path: '/cms/webhook/{id}/ping',
  summary: 'Send a test event to a webhook',
  description:
    'Once, with the body {type: ping, at}, also while it is off. The answer says what the receiver answered.',
  access: permission('cms.webhook.update'),
  verb: 'ping',
  transaction: 'manual',
  params: idParams,
  output: PingResult,
  example: { params: { id: '4' }, output: example.ping },
  async handle({ db, params, recorder }) {
    const row = await getRow(db, webhook, params.id)
    const after = await ping(row)
    recorder.audit({ target: ['webhook', params.id], as: PingResult, name: row.url, after })
    return after
  },
})

export const resendEvents = endpoint({
  method: 'POST',
  path: '/cms/webhook/{id}/resend',
  summary: 'Send events to a webhook again',
  description: 'All since a time, also accepted ones. Those of one id are equal, so a receiver can tell them.',
  access: permission('cms.webhook.update'),
  additional_permissions,
  verb: 'resend',
  params: idParams,
  body: ResendInput,
  output: Webhook,
  shown_to: 'cms.webhook.list',
  example: { params: { id: '4' }, body: { since: '2026-11-30T16:00:00.000Z' }, output: example.webhook },
  handle: ({ body: { since }, ...context }) =>
    webhooks.update({ ...context, body: {} }, (before) =>
      commands.repetitionOf(context.db, context.caller, before, since),
    ),
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/cms/webhook/{id}/delivery',
  summary: 'List the deliveries of a webhook',
  description: 'The events that were sent, newest first, with the last answer. Kept as long as the events.',
  access: permission('cms.webhook.list'),
  params: idParams,
  query: DeliveryQuery,
  output: DeliveryPage,
  example: {
    params: { id: '4' },
    query: { status: 'waiting' },
    output: { items: [example.delivery], page: 1, size: 10, total: 1, next_cursor: null },
  },
  async handle({ db, params, query }) {
    await getRow(db, webhook, params.id)
    return queries.listDeliveries({ db, query: { ...query, webhook_id: params.id } })
  },
})

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/cms/webhook/{id}/delivery/{delivery_id}/retry',
  summary: 'Send an event to a webhook once more',
  description: 'In a few seconds, also if it was accepted, as soon as the webhook is on.',
  access: permission('cms.webhook.update'),
  verb: 'retry',
  params: deliveryParams,
  output: Delivery,
  shown_to: 'cms.webhook.list',
  example: {
    params: { id: '4', delivery_id: '20441' },
    output: { ...example.delivery, status: 'waiting', next_try_at: '2026-12-01T09:00:00.000Z' },
  },
  async handle({ db, params, recorder }) {
    await commands.retryDelivery(db, params.id, params.delivery_id)
    const after = await queries.readDelivery(db, params.id, params.delivery_id)
    recorder.audit({ target: ['webhook', params.id], as: Delivery.omit({ event: true }), after })
    return after
  },
})
