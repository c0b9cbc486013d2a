import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Fields, oper_log } from '@/db/schema/log'
import type { Endpoint } from './endpoint'
import { isLoggable } from './fields'
import type { Call, Trace } from './pipeline'
import type { Problem } from './problem'
import { pathOf } from './request'

/** What a write of the admin did to what. Records are told in the form in which the interface shows them. */
export interface Audit {
  /** `['banner', 7]`; the id is null where many are meant, such as an order of menus. */
  target: readonly [type: string, id: number | string | null]
  /** The schema of the record: fields that it does not name are not kept. */
  as: z.ZodObject
  /** Nothing: it was created. */
  before?: object
  /** Nothing: it was deleted. */
  after?: object
}

/** What a request did to one record, or tried: of what was refused only the target and why. */
export type Done = Audit | { target: Audit['target']; problem: Problem }

export type OperationRow = typeof oper_log.$inferInsert

/** What is known of a request when its operation is written down. */
export interface Operation {
  endpoint: Endpoint
  call: Call
  trace: Trace
  done: Done | undefined
  status: number
  code: string | undefined
  started: number
}

/** The row of the operation log: who did or tried what to what, and what came of it. */
export function operationRow({ endpoint, call, trace, done, ...request }: Operation): OperationRow {
  const { access, method, path } = endpoint
  const { request_id, client, params } = call
  const { caller, input } = trace
  if (!caller) throw new Error('an operation without an actor')
  const [, resource = '', ...further] = path.split('/').filter(Boolean)
  const code = access.kind === 'permission' ? access.code : null
  // The name of the resource, which an address need not begin with: `/cms/log/error`.
  const module = code?.split('.')[1] ?? resource
  const { id } = params
  const { before, after } = done && 'as' in done ? difference(done) : {}
  const { status, code: failure } = done && 'problem' in done ? done.problem : request
  return {
    request_id,
    user_id: caller.user_id,
    username: caller.username,
    module,
    permission_code: code,
    action: method === 'GET' ? 'export' : (code?.split('.')[2] ?? further.at(-1) ?? method.toLowerCase()),
    method,
    path: pathOf(path, params).slice(0, 500),
    target_type: done?.target[0] ?? (id === undefined ? null : module),
    target_id: (done ? done.target[1]?.toString() : id?.toString().slice(0, 64)) ?? null,
    before: before ?? null,
    after: after ?? null,
    params: input ? paramsOf(endpoint, input) : null,
    status,
    code: failure ?? null,
    success: failure === undefined,
    duration_ms: Math.round(performance.now() - request.started),
    ip: client.ip,
    user_agent: client.user_agent,
  }
}

/** Written by every change, so that they say nothing about this one. */
const bookkeeping = new Set(['version', 'updated_at', 'updated_by'])

/** Longer texts are kept by their beginning: the log is no archive of articles. */
const longest = 2_000

/** Of a change the fields that differ; of what was created or deleted all. */
function difference({ as, before, after }: Audit): { before?: Fields; after?: Fields } {
  const [old, young] = [before && pick(as, before), after && pick(as, after)]
  if (!old || !young) return { ...(old && { before: shorten(old) }), ...(young && { after: shorten(young) }) }
  const names = Object.keys(as.shape).filter(
    (name) => !bookkeeping.has(name) && !isDeepStrictEqual(old[name], young[name]),
  )
  const only = (fields: Fields) => shorten(Object.fromEntries(names.map((name) => [name, fields[name] ?? null])))
  return { before: only(old), after: only(young) }
}

/** The fields that the schema names, as JSON has them. */
function pick(schema: z.ZodObject, record: object): Fields {
  const named = Object.entries(record).filter(([name]) => name in schema.shape)
  return JSON.parse(JSON.stringify(Object.fromEntries(named)))
}

const shorten = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value,
    ]),
  )

function paramsOf({ params, query, body }: Endpoint, input: NonNullable<Trace['input']>): Fields {
  return { ...fieldsOf(params, input.params), ...fieldsOf(query, input.query), ...fieldsOf(body, input.body) }
}

/** Of what was sent, whatever its schema lets into a log. */
function fieldsOf(schema: z.ZodType | undefined, value: unknown): Fields {
  const kept = schema && loggable(schema, value)
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? shorten({ ...kept }) : {}
}

/**
 * What of a value may stand in a log: whatever its schema marks as fit for one, and what cannot hold a secret by
 * nature (numbers, yes and no, one of a closed list). Anything else is left out: a new field is silent until somebody
 * decides that it may speak.
 */
function loggable(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (isLoggable(schema) || schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return value
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return loggable(schema.unwrap(), value)
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => loggable(schema.element, item))
  if (schema instanceof z.ZodObject && typeof value === 'object') {
    const kept = Object.entries(value).map(([name, item]) => {
      const field = schema.shape[name]
      return [name, field && loggable(field, item)] as const
    })
    return Object.fromEntries(kept.filter(([, item]) => item !== undefined))
  }
  return undefined
}
