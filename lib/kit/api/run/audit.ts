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

/**
 * The change of one record by a write of the admin. `before` and `after` have the form in which the API returns the
 * record.
 */
export interface Audit {
  /**
   * The type and id of the record, such as `['banner', 7]`. The id is null if the write concerns many records, such as
   * the sort order of all menus.
   */
  target: readonly [type: string, id: number | string | null]
  /** The schema of the record. Fields outside of this schema are not stored. */
  as: z.ZodObject
  /** The record before the write; absent for a created record. */
  before?: object
  /** The record after the write; absent for a deleted record. */
  after?: object
  /** The name of the record, if neither `before` nor `after` contains the name. */
  name?: string
}

/** The result for one record of a request. For a refused change: only the target and the problem. */
export type Done = Audit | { target: Audit['target']; problem: Problem }

export type OperationRow = typeof oper_log.$inferInsert

/** The input for one row of the audit log, `OperationRow`. `started` is a time from `performance.now()`. */
export interface Operation {
  endpoint: Endpoint
  call: Call
  trace: Trace
  done: Done | undefined
  status: number
  /** The refusal; undefined for a success. */
  problem: Problem | undefined
  started: number
}

/** Builds the row of the audit log: actor, target, changes and result. Throws if there is no known caller. */
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

/**
 * Writes the number of exported lines to the row of a user's export in the audit log. Does not change rows that already
 * have a number, because a client may use a request id several times.
 */
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

/** Fields that every change writes. They are left out of the stored difference. */
const bookkeeping = new Set(['version', 'updated_at', 'updated_by'])

/**
 * Returns `before` and `after` for the audit log: the fields that differ, or all fields of a created or deleted record.
 * Long texts are cut.
 */
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

/** Returns the fields of a record that the schema names, as JSON values. */
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

/**
 * Returns the beginning of a text in a form that the database can store. Replaces U+0000 and lone surrogates, because
 * PostgreSQL refuses them. A cut text can end with a lone surrogate.
 */
const storable = (text: string, length: number) => text.slice(0, length).toWellFormed().replaceAll('\0', '\ufffd')

/** The maximum number of `invalid_params` that are stored for a refused request. */
const maxFaults = 20

/**
 * Returns the loggable input of a request and, for a refused request, its faults as `invalid_params`; null if there is
 * neither input nor a fault.
 */
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

/** Removes the list of valid values from a fault, because the list may be long. */
function withoutChoices({ params: { values, ...params } = {}, ...fault }: InvalidParam): InvalidParam {
  return { ...fault, params }
}

/** Returns the fields of an input that may be logged, with long texts cut. */
function fieldsOf(schema: z.core.$ZodType | undefined, value: unknown): Fields {
  const kept = schema && loggable(schema, value)
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? shorten({ ...kept }) : {}
}

/**
 * The part of a value that may be logged: fields whose schema is marked as loggable, and types that cannot hold a
 * secret (numbers, booleans, closed lists). Values to mask become `mask`. Everything else is left out, so a new field
 * is not logged by default.
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
