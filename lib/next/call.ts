import { headers as requestHeaders } from 'next/headers'
import type { z } from 'zod'
import type { Access, Endpoint, Method } from '@/lib/api/endpoint'
import { execute, failed } from '@/lib/api/pipeline'
import { clientOf, requestIdOf } from '@/lib/api/request'
import { env } from '@/lib/env'

/**
 * Calls an endpoint in process from a server component: same validation, same access check, same output as over HTTP.
 * Throws the `Problem` that a client would have been answered.
 */
export async function call<
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  R,
>(
  endpoint: Endpoint<A, P, Q, B, O, R, Method, string>,
  given: { params?: Record<string, string | number>; query?: Record<string, string | number | undefined> } = {},
): Promise<z.output<O>> {
  const headers = await requestHeaders()
  const request_id = requestIdOf(headers)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(given.query ?? {}))
    if (value !== undefined) search.set(name, String(value))
  const params = Object.fromEntries(Object.entries(given.params ?? {}).map(([name, value]) => [name, String(value)]))
  const trace = {}
  try {
    const outcome = await execute(
      endpoint,
      { request_id, headers, client: clientOf(headers, env()), params, search, body: undefined },
      trace,
    )
    if (outcome.output === undefined) throw new Error(`${endpoint.method} ${endpoint.path} answers nothing`)
    return outcome.output
  } catch (error) {
    throw await failed(endpoint, error, request_id, trace)
  }
}
