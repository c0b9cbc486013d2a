import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import type { Access, Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { parse } from '@/lib/kit/api/endpoint/validation'
import { type OperationRow, operationRow } from '@/lib/kit/api/run/audit'
import { Recorder } from '@/lib/kit/api/run/recorder'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'

interface Occasion {
  /** For the audit log. */
  at: Date
  id?: number
}

export type Perform = <B extends z.core.$ZodType, O extends z.core.$ZodType>(
  endpoint: Endpoint<Access, z.core.$ZodType, z.core.$ZodType, B, O>,
  body: z.input<B>,
  occasion: Occasion,
) => Promise<z.output<O>>

export interface Actor {
  db: Database
  caller: Caller
  settings: Settings
  /** Rows of the audit log. */
  operations: (OperationRow & { created_at: Date })[]
}

/** A computer in the office of the shop. */
export const office = {
  ip: '203.0.113.24',
  user_agent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  type: 'browser',
} as const

/** In an open transaction, with validation and handlers as in a request, but without limits. */
export function performAs({ db, caller, settings, operations }: Actor): Perform {
  return async (endpoint, body, { at, id }) => {
    if (!endpoint.body || !endpoint.output) throw new Error(`${endpoint.path} takes no body or returns nothing`)
    const params = id === undefined ? {} : { id: String(id) }
    const recorder = new Recorder()
    const request_id = randomUUID()
    const context = {
      params: endpoint.params && parse(endpoint.params, params, 'path'),
      query: undefined,
      body: parse(endpoint.body, body, 'body'),
      prepared: undefined,
      loaded: undefined,
      caller,
      db,
      settings,
      client: office,
      request_id,
      recorder,
      record: async () => {},
    }
    const started = performance.now()
    const prepared = await endpoint.prepare?.(context)
    const loaded = await endpoint.load?.({ ...context, prepared })
    const output = z.parse(endpoint.output, await endpoint.handle({ ...context, prepared, loaded }))
    for (const send of recorder.last) await send()
    const call = {
      request_id,
      method: endpoint.method,
      headers: new Headers(),
      client: office,
      params,
      search: new URLSearchParams(),
      body,
    }
    for (const done of recorder.operations ?? []) {
      const trace = { caller, input: context }
      const row = operationRow({ endpoint, call, trace, done, status: 200, problem: undefined, started })
      operations.push({ ...row, created_at: at })
    }
    return output
  }
}
