import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { type Fields, oper_log } from '@/db/schema/log'
import type { Database } from '@/lib/kit/database'
import { mask, maxLoggedText } from '@/lib/kit/logged-text'
import { recordName } from '@/lib/kit/record-name'
import type { Endpoint } from '../endpoint/endpoint'
import { isLoggable, isMaskedInLogs } from '../endpoint/fields'
import type { InvalidParam, Problem } from '../endpoint/problem'
import type { Call, Trace } from './pipeline'
import { pathOf } from './request'

/** `before` and `after` have the form in which the API returns the record. */
export interface Audit {
  /** Such as `['banner', 7]`. The id is null for many records, such as the sort order of all menus. */
  target: readonly [type: string, id: number | string | null]
  /** Fields outside of this schema are not stored. */
  as: z.ZodObject
  /** Absent for a created record. */
  before?: object
  /** Absent for a deleted record. */
  after?: object
  /** Needed if neither `before` nor `after` contains it. */
  name?: string
}

/** Result for one record. For a refused change, only the target and the problem. */
export type Done = Audit | { target: Audit['target']; problem: Problem }

export type OperationRow = typeof oper_log.$inferInsert

/** `started` is a time from `performance.now()`. */
export interface Operation {
  endpoint: Endpoint
  call: Call
  trace: Trace
  done: Done | undefined
  status: number
  /** undefined for a success. */
  problem: Problem | undefined
  started: number
}

/** Throws if there is no known caller. */
export function operationRow({ endpoint, call, trace, done, status, started, ...request }: Operation): OperationRow {
  const { access, method, path, verb } = endpoint
  const { request_id, client, params } = call
  const { caller, input } = trace
  if (!caller) throw new Error('an operation without an actor')
  const [, resource = '', ...further] = path.split('/').filter(Boolean)
  const required = access.kind === 'permission' ? access.code : null
  // The name of the resource in the permission code. The path may have another, as in `/cms/log/error`.
  const module = required?.split('.')[1] ?? resource
  const code = method === 'GET' ? (endpoint.csv?.permission ?? required) : required
  const { id } = params
  const { before, after } = done && 'as' in done ? difference(done) : {}
  const name = done && 'as' in done ? (done.name ?? recordName(done.after ?? done.before)) : undefined
  const problem = done && 'problem' in done ? done.problem : request.problem
  return {
    request_id,
    user_id: caller.user_id,
    username: caller.username,
    module,
    permission_code: code,
    action: method === 'GET' ? 'export' : (verb ?? code?.split('.')[2] ?? further.at(-1) ?? method.toLowerCase()),
    method,
    path: pathOf(path, params).slice(0, 500),
    target_type: done?.target[0] ?? (id === undefined ? null : module),
    target_id: (done ? done.target[1]?.toString() : id && storable(id.toString(), 64)) ?? null,
    target_name: name === undefined ? null : storable(name, 200),
    before: before ?? null,
    after: after ?? null,
    params: paramsOf(endpoint, input, problem?.extras.invalid_params),
    status: problem?.status ?? status,
    code: problem?.code ?? null,
    success: problem === undefined,
    duration_ms: Math.round(performance.now() - started),
    ip: client.ip,
    user_agent: client.user_agent,
  }
}

/** Keeps numbers that are already stored, because a client may use a request id several times. */
export async function writeExported(
  tx: Database,
  { request_id, user_id }: { request_id: string; user_id: number },
  lines: number,
): Promise<void> {
  await tx
    .update(oper_log)
    .set({ after: { rows: lines } })
    .where(
      and(
        eq(oper_log.request_id, request_id),
        eq(oper_log.user_id, user_id),
        eq(oper_log.action, 'export'),
        eq(oper_log.success, true),
        isNull(oper_log.after),
      ),
    )
}

/** Written by every change, so not part of the difference. */
const bookkeeping = new Set(['version', 'updated_at', 'updated_by'])

/** The fields that differ, or all of a created or deleted record. Cuts long texts. */
function difference({ as, before, after }: Audit): { before?: Fields; after?: Fields } {
  const [oldFields, newFields] = [before && pick(as, before), after && pick(as, after)]
  if (!oldFields || !newFields)
    return { ...(oldFields && { before: shorten(oldFields) }), ...(newFields && { after: shorten(newFields) }) }
  const names = Object.keys(as.shape).filter(
    (name) => !bookkeeping.has(name) && !isDeepStrictEqual(oldFields[name], newFields[name]),
  )
  const changed = (fields: Fields) => shorten(Object.fromEntries(names.map((name) => [name, fields[name] ?? null])))
  return { before: changed(oldFields), after: changed(newFields) }
}

/** As JSON values. */
function pick(schema: z.ZodObject, record: object): Fields {
  const named = Object.entries(record).filter(([name]) => name in schema.shape)
  return JSON.parse(JSON.stringify(Object.fromEntries(named)))
}

const shorten = (fields: Fields): Fields =>
  JSON.parse(
    JSON.stringify(fields, (_, value: unknown) => {
      if (typeof value !== 'string') return value
      const shown = storable(value, maxLoggedText)
      return value.length > maxLoggedText ? `${shown}…` : shown
    }),
  )

/** PostgreSQL refuses U+0000 and lone surrogates, with which a cut text can end. */
const storable = (text: string, length: number) => text.slice(0, length).toWellFormed().replaceAll('\0', '\ufffd')

/** Faults stored for a refused request. */
const maxFaults = 20

/** With the faults of a refused request as `invalid_params`. */
function paramsOf(
  { params, query, body }: Endpoint,
  input: Trace['input'],
  faults: readonly InvalidParam[] = [],
): Fields | null {
  if (!input && faults.length === 0) return null
  return {
    ...(input && { ...fieldsOf(params, input.params), ...fieldsOf(query, input.query), ...fieldsOf(body, input.body) }),
    ...(faults.length > 0 && shorten({ invalid_params: faults.slice(0, maxFaults).map(withoutChoices) })),
  }
}

/** The list of valid values may be long. */
function withoutChoices({ params: { values, ...params } = {}, ...fault }: InvalidParam): InvalidParam {
  return { ...fault, params }
}

/** Cuts long texts. */
function fieldsOf(schema: z.core.$ZodType | undefined, value: unknown): Fields {
  const kept = schema && loggable(schema, value)
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? shorten({ ...kept }) : {}
}

/**
 * Fields marked as loggable, and types that cannot hold a secret (numbers, booleans, closed lists). Everything else is
 * left out, so a new field is not logged by default.
 */
function loggable(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (isMaskedInLogs(schema)) return mask
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
