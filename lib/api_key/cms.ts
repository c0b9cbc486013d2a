import { apiKey, endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { isOpenToKeys } from '@/lib/kit/api/endpoint/key-codes'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Database } from '@/lib/kit/database'
import { historyOf } from '@/lib/oper_log/history'
import { changeKey, createKey, lockKey, revokeKey, rotateKey } from './commands'
import * as example from './example'
import * as queries from './queries'
import {
  ApiKey,
  ApiKeyChanges,
  ApiKeyInput,
  ApiKeyPage,
  ApiKeyQuery,
  LoggedKey,
  NewApiKey,
  OwnKey,
  RotatedKey,
} from './schema'

export const getOwnKey = endpoint({
  method: 'GET',
  path: '/cms/api_key/me',
  summary: 'Get what this API key may do',
  description: 'For the key that sends the request.',
  access: apiKey,
  output: OwnKey,
  example: { output: example.ownKey },
  async handle({ db, caller }) {
    const key = await queries.readKey(db, caller.user_id)
    return { ...key, permission_codes: caller.permission_codes.filter(isOpenToKeys).sort() }
  },
})

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/cms/api_key',
  summary: 'List API keys',
  description: 'Newest first. None has its secret.',
  access: permission('cms.api_key.list'),
  query: ApiKeyQuery,
  output: ApiKeyPage,
  example: { query: { status: 'active' }, output: { items: [example.apiKey], page: 1, size: 10, total: 1 } },
  handle: queries.list,
})

export const getApiKey = endpoint({
  method: 'GET',
  path: '/cms/api_key/{id}',
  summary: 'Get an API key',
  description: 'Without its secret.',
  access: permission('cms.api_key.list'),
  params: idParams,
  output: ApiKey,
  example: { params: { id: '812' }, output: example.apiKey },
  handle: ({ db, params }) => queries.readKey(db, params.id),
})

export const listApiKeyHistory = historyOf('api_key', 'an API key', 'cms.api_key.list')

export const createApiKey = endpoint({
  method: 'POST',
  path: '/cms/api_key',
  summary: 'Create an API key',
  description: 'With permissions that you hold. Keys cannot have those of staff, groups, menus, logs and settings.',
  access: permission('cms.api_key.create'),
  body: ApiKeyInput,
  output: NewApiKey,
  answers_secret: true,
  status: 201,
  location: ({ id }) => `/cms/api_key/${id}`,
  example: { body: example.apiKeyInput, output: { ...example.apiKey, secret: example.exampleSecret } },
  async handle({ db, body, caller, recorder }) {
    const { id, secret } = await createKey(db, caller, body)
    const after = await queries.readKey(db, id)
    recorder.audit({ target: ['api_key', id], as: LoggedKey, after })
    return { ...after, secret }
  },
})

interface Change {
  db: Database
  params: { id: number }
  body?: { version?: number | undefined } | undefined
  recorder: Recorder
}

/** With its row in the audit log. Throws `not_found` also for a revoked key, and `stale_version`. */
async function changing<R>(
  { db, params: { id }, body, recorder }: Change,
  change: (locked: Awaited<ReturnType<typeof lockKey>>) => Promise<R>,
) {
  const locked = await lockKey(db, id, body?.version)
  const before = await queries.readKey(db, id)
  const result = await change(locked)
  const after = await queries.readKey(db, id)
  recorder.audit({ target: ['api_key', id], as: LoggedKey, before, after })
  return { after, result }
}

export const updateApiKey = endpoint({
  method: 'PUT',
  path: '/cms/api_key/{id}',
  summary: 'Change an API key',
  description: 'Only its maker can let it do more, or longer, or from more addresses. A revoked key is not_found.',
  access: permission('cms.api_key.update'),
  params: idParams,
  body: ApiKeyChanges,
  output: ApiKey,
  shown_to: 'cms.api_key.list',
  problems: ['stale_version'],
  example: {
    params: { id: '812' },
    body: { access: 'read', version: 1 },
    output: { ...example.apiKey, access: 'read' },
  },
  handle: async (context) =>
    (await changing(context, (locked) => changeKey(context.db, context.caller, locked, context.body))).after,
})

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/cms/api_key/{id}/rotate',
  summary: 'Replace the secret of an API key',
  description: 'Only for its maker. The former secret is accepted for another 24 hours.',
  access: permission('cms.api_key.update'),
  verb: 'rotate',
  params: idParams,
  output: RotatedKey,
  answers_secret: true,
  example: { params: { id: '812' }, output: example.rotatedKey },
  async handle(context) {
    const { after, result } = await changing(context, (locked) => rotateKey(context.db, context.caller, locked))
    return { id: after.id, secret: result, previous_until: after.previous_until, version: after.version }
  },
})

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/cms/api_key/{id}/revoke',
  summary: 'Revoke an API key',
  description: 'From its next request on. It stays in the list, because logs name it.',
  access: permission('cms.api_key.update'),
  verb: 'revoke',
  params: idParams,
  output: ApiKey,
  shown_to: 'cms.api_key.list',
  example: {
    params: { id: '812' },
    output: { ...example.apiKey, status: 'revoked', revoked_at: '2026-11-30T09:00:00.000Z' },
  },
  handle: async (context) => (await changing(context, (locked) => revokeKey(context.db, context.caller, locked))).after,
})
