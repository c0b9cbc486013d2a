import type { z } from 'zod'
import type { Caller } from '@/lib/api/caller'
import type { Access, Endpoint } from '@/lib/api/endpoint'
import { Recorder } from '@/lib/api/recorder'
import { parse } from '@/lib/api/validation'
import type { Settings } from '@/lib/config/registry'
import type { Database } from '@/lib/database'

/** Performs an operation with this body, and returns its output. */
export type Perform = <B extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<Access, z.ZodType, z.ZodType, B, O>,
  body: z.input<B>,
) => Promise<z.output<O>>

const client = { ip: '127.0.0.1', user_agent: '', type: 'other' } as const

/**
 * Performs operations of staff in a transaction that is under way: their bodies are judged and their handlers run as they
 * would for a request, but nothing is limited or recorded. Throws what they throw.
 */
export function performAs(db: Database, caller: Caller, settings: Settings): Perform {
  return async (endpoint, body) => {
    if (!endpoint.body || !endpoint.output) throw new Error(`${endpoint.path} takes no body or returns nothing`)
    const context = {
      params: undefined,
      query: undefined,
      body: parse(endpoint.body, body, 'body'),
      prepared: undefined,
      caller,
      db,
      settings,
      client,
      request_id: 'demonstration',
      recorder: new Recorder(),
      record: async () => {},
    }
    const prepared = await endpoint.prepare?.(context)
    return endpoint.output.parse(await endpoint.handle({ ...context, prepared }))
  }
}
