import '@/lib/server/assembly'
import { headers as requestHeaders } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { z } from 'zod'
import { type Caller, identify } from '@/lib/kit/api/endpoint/caller'
import type { Access, Client, Endpoint, Method } from '@/lib/kit/api/endpoint/endpoint'
import { Problem, type ProblemCode, problems } from '@/lib/kit/api/endpoint/problem'
import { log } from '@/lib/kit/api/run/log'
import { execute, failed, type Trace } from '@/lib/kit/api/run/pipeline'
import { clientOf, requestIdOf, traceIdOf } from '@/lib/kit/api/run/request'
import { env } from '@/lib/kit/env'
import { after } from './after'
import { loginPath, newSecretPath, pagePathHeader } from './sign-in-paths'

interface Input {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
}

/**
 * In process, but with validation, access and output as over HTTP. Throws the `Problem` of a client. Without a session
 * or with a temporary password, redirects to the sign-in or the page for a new password, which lead back here.
 */
export async function call<
  A extends Access,
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  O extends z.core.$ZodType,
  R,
>(endpoint: Endpoint<A, P, Q, B, O, R, Method, string>, input: Input = {}): Promise<z.output<O>> {
  const { page_path } = await currentPage()
  try {
    const { output, caller } = await callFromPage(endpoint, input)
    if (!caller?.must_change_secret) return output
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'unauthenticated') redirect(loginPath(page_path))
    if (error.code !== 'secret_expired') throw error
  }
  // Some endpoints accept a user with a temporary password, but pages do not.
  redirect(newSecretPath(page_path))
}

export const undefinedIfForbidden = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'forbidden') return undefined
    throw error
  })

/** For the sign-in pages: throws every `Problem` and never redirects. */
export async function ask<
  A extends Access,
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  O extends z.core.$ZodType,
  R,
>(endpoint: Endpoint<A, P, Q, B, O, R, Method, string>, input: Input = {}): Promise<z.output<O>> {
  return (await callFromPage(endpoint, input)).output
}

/** Throws a `Problem` for every failure. */
async function callFromPage<
  A extends Access,
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  O extends z.core.$ZodType,
  R,
>(
  endpoint: Endpoint<A, P, Q, B, O, R, Method, string>,
  { params = {}, query = {} }: Input,
): Promise<{ output: z.output<O>; caller: Caller | undefined }> {
  const page = await currentPage()
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const { request_id, headers, client } = page
  const trace: Trace = {}
  page.calls += 1
  try {
    const outcome = await execute(
      endpoint,
      {
        request_id,
        method: 'GET',
        headers,
        client,
        params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
        search,
        body: undefined,
        identify: page.identify,
        waitUntil: after,
      },
      trace,
    )
    if (outcome.output === undefined) throw new Error(`${endpoint.method} ${endpoint.path} has no output`)
    return { output: outcome.output, caller: trace.caller }
  } catch (error) {
    const problem = await failed(endpoint, error, request_id, trace)
    page.code ??= problem.code
    throw problem
  } finally {
    page.user_id ??= trace.caller?.user_id
  }
}

interface Page {
  request_id: string
  headers: Headers
  /** As requested by the browser. */
  page_path: string
  client: Client
  identify: typeof identify
  calls: number
  user_id?: number
  /** Code of the first call that failed. */
  code?: ProblemCode
}

/** Shared by all calls from a page. The caller is read once. */
const currentPage = cache(async (): Promise<Page> => {
  const headers = await requestHeaders()
  const started = performance.now()
  const page: Page = {
    request_id: requestIdOf(headers),
    headers,
    page_path: headers.get(pagePathHeader) ?? '/',
    client: clientOf(headers, env()),
    identify: memoizedIdentify(),
    calls: 0,
  }
  after(() => {
    const { request_id, page_path, client, calls, user_id, code } = page
    const path = page_path.split('?', 1)[0]
    const duration_ms = Math.round((performance.now() - started) * 100) / 100
    const line = {
      request_id,
      trace_id: traceIdOf(headers),
      method: 'GET',
      path,
      code,
      user_id,
      ip: client.ip,
      calls,
      duration_ms,
    }
    log()[code ? problems[code].level : 'info'](line, 'page')
  })
  return page
})

/** In the logs. */
export const pageRequestId = async (): Promise<string> => (await currentPage()).request_id

/** All calls from a page have the same session cookie. */
function memoizedIdentify(): typeof identify {
  let cached: ReturnType<typeof identify> | undefined
  return (...args) => {
    cached ??= identify(...args)
    return cached
  }
}
