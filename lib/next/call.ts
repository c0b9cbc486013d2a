import { headers as requestHeaders } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { cache } from 'react'
import type { z } from 'zod'
import { type Caller, identify } from '@/lib/api/caller'
import type { Access, Client, Endpoint, Method } from '@/lib/api/endpoint'
import { log } from '@/lib/api/log'
import { execute, failed, type Trace } from '@/lib/api/pipeline'
import { Problem, type ProblemCode, problems } from '@/lib/api/problem'
import { clientOf, requestIdOf } from '@/lib/api/request'
import { env } from '@/lib/env'
import { loginPath, newSecretPath, pagePathHeader } from './entrance'

interface Given {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
}

/**
 * Calls an endpoint in process from a server component: same validation, same access check, same output as over HTTP.
 * Throws the `Problem` that a client would have been answered; who is not signed in, or has to choose a new password
 * first, is led there and comes back.
 */
export async function call<
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  R,
>(endpoint: Endpoint<A, P, Q, B, O, R, Method, string>, given: Given = {}): Promise<z.output<O>> {
  const { page_path } = await currentPage()
  try {
    const { output, caller } = await askAs(endpoint, given)
    if (!caller?.must_change_secret) return output
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'unauthenticated') redirect(loginPath(page_path))
    if (error.code !== 'secret_expired') throw error
  }
  // Some endpoints answer although the password must be changed first; no page does.
  redirect(newSecretPath(page_path))
}

/** The same for the pages where one signs in: every `Problem` is thrown. */
export async function ask<
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  R,
>(endpoint: Endpoint<A, P, Q, B, O, R, Method, string>, given: Given = {}): Promise<z.output<O>> {
  return (await askAs(endpoint, given)).output
}

/** What was answered, and to whom. */
async function askAs<
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  R,
>(
  endpoint: Endpoint<A, P, Q, B, O, R, Method, string>,
  { params = {}, query = {} }: Given,
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
        headers,
        client,
        params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
        search,
        body: undefined,
        identify: page.identify,
      },
      trace,
    )
    if (outcome.output === undefined) throw new Error(`${endpoint.method} ${endpoint.path} answers nothing`)
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
  /** What the browser asked for: path and query. */
  page_path: string
  client: Client
  identify: typeof identify
  calls: number
  user_id?: number
  /** Of the first call that failed. */
  code?: ProblemCode
}

/** What all calls of one page share: its number, who asks (found out once), and its one line in the log. */
const currentPage = cache(async (): Promise<Page> => {
  const headers = await requestHeaders()
  const started = performance.now()
  const page: Page = {
    request_id: requestIdOf(headers),
    headers,
    page_path: headers.get(pagePathHeader) ?? '/',
    client: clientOf(headers, env()),
    identify: remembering(),
    calls: 0,
  }
  after(() => {
    const { request_id, page_path, client, calls, user_id, code } = page
    const path = page_path.split('?', 1)[0]
    const duration_ms = Math.round((performance.now() - started) * 100) / 100
    const line = { request_id, method: 'GET', path, code, user_id, ip: client.ip, calls, duration_ms }
    log()[code ? problems[code].level : 'info'](line, 'page')
  })
  return page
})

/** The number under which the logs know this page. */
export const pageRequestId = async (): Promise<string> => (await currentPage()).request_id

/** All calls of a page carry the same cookie: the first asks the database, the others wait for its answer. */
function remembering(): typeof identify {
  let known: ReturnType<typeof identify> | undefined
  return (...given) => {
    known ??= identify(...given)
    return known
  }
}
