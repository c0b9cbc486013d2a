import { env } from '@/lib/kit/env'
import { metrics } from '@/lib/kit/metrics/metrics'
import type { Client, Endpoint } from '../endpoint/endpoint'
import { type Interface, interfaceOf, noInterface } from '../endpoint/interface'
import { Problem, type ProblemCode, problem, problems, rateHeaders } from '../endpoint/problem'
import { isMultipart, isText, raw, readsBody } from './body'
import { describeError } from './failure'
import { ignoresKey } from './idempotency'
import { log } from './log'
import { type Call, execute, failed, type Outcome, type Trace } from './pipeline'
import type { WaitUntil } from './recorder'
import { bodyLimitOf, clientOf, readJson, readText, requestIdOf, traceIdOf, usualMethods } from './request'
import { type Answer, cacheable, corsHeaders, deprecationHeaders, download, problemAnswer } from './response'
import type { Upload } from './upload'
import { isQueued, writeQueue } from './write-queue'

interface Route {
  /** With the names of parameters, because values from clients must not become metric labels. */
  path: string
  interface?: Interface
}

/** Each property once, because with Next every access to the request goes through a proxy. */
const snapshot = ({ method, headers, url }: Request) => ({ method, headers, url })
type RequestSnapshot = ReturnType<typeof snapshot>

/** Never rejects: every error becomes a response. */
export async function respond(
  endpoint: Endpoint,
  request: Request,
  params: Call['params'],
  waitUntil?: WaitUntil,
): Promise<Answer> {
  const started = performance.now()
  const { method, headers, url } = snapshot(request)
  const request_id = requestIdOf(headers)
  const trace: Trace = {}
  let client: Client = { ip: 'unknown', user_agent: '', type: 'other' }
  let answer: Answer
  let code: ProblemCode | undefined
  let upload: Upload | undefined
  try {
    client = clientOf(headers, env())
    const call: Call = {
      request_id,
      method,
      headers,
      client,
      params,
      search: searchOf(url),
      idempotency_key: headers.get('idempotency-key') ?? undefined,
      body: undefined,
      waitUntil,
    }
    const { body } = endpoint
    if (readsBody(endpoint)) {
      if (isMultipart(body)) {
        // Loaded on use: few endpoints accept a file.
        const loaded = await import('./upload')
        call.upload = upload = new loaded.Upload(body, request)
      }
      // If the body cannot be read, the problem is thrown after the caller is identified.
      else call.body = await (body === raw ? readText : readJson)(request, bodyLimitOf(endpoint)).catch(problemOnly)
    }
    // After the body is read, so that slow clients take no place in the queue.
    const outcome = isQueued(endpoint)
      ? await writeQueue().enter((slot) => execute(endpoint, { ...call, slot }, trace))
      : await execute(endpoint, call, trace)
    answer = answerOf(endpoint, outcome, call)
  } catch (error) {
    const refused = await failed(endpoint, error, request_id, trace)
    code = refused.code
    answer = problemAnswer(refused, request_id, endpoint.render)
  }
  if (upload) await upload.remove()
  if (endpoint.deprecated) Object.assign(answer.headers, deprecationHeaders(endpoint.deprecated))
  if (ignoresKey(endpoint) && headers.has('idempotency-key')) answer.headers['idempotency-ignored'] = 'true'
  const { limit } = trace
  if (limit) Object.assign(answer.headers, rateHeaders(limit.policy, limit.max, limit))
  const end = { request_id, started, trace, code, ip: client.ip }
  return finish({ method, headers, url }, endpoint.path, interfaceOf(endpoint), answer, end)
}

/** For an unknown path, or a method that the path does not have. */
export function refuse(
  request: Request,
  { path, interface: owner = noInterface }: Route,
  code: 'not_found' | 'method_not_allowed',
  allow?: string,
): Answer {
  const started = performance.now()
  const request_id = requestIdOf(request.headers)
  const refused = problem(
    code,
    allow ? { detail: `This path accepts ${allow}.`, headers: { allow } } : { detail: 'There is no such path.' },
  )
  const end = { request_id, started, trace: {}, code, ip: clientOf(request.headers, env()).ip }
  return finish(snapshot(request), path, owner, problemAnswer(refused, request_id), end)
}

/** Status 308, to another spelling of the path. */
export function redirect(request: Request, { path, interface: owner = noInterface }: Route, location: string): Answer {
  const started = performance.now()
  const request_id = requestIdOf(request.headers)
  const end = { request_id, started, trace: {}, code: undefined, ip: clientOf(request.headers, env()).ip }
  return finish(snapshot(request), path, owner, { status: 308, body: null, headers: { location } }, end)
}

/** Adds the CORS headers if the origin of a preflight is allowed. */
export function options(request: Request, { interface: owner = noInterface }: Route, allow: string): Answer {
  const headers = {
    allow,
    'x-request-id': requestIdOf(request.headers),
    'cross-origin-resource-policy': owner.embedding,
    ...corsHeaders(request, owner, env()),
  }
  return { status: 204, body: null, headers }
}

const isCached = (endpoint: Endpoint, search: URLSearchParams) =>
  endpoint.access.kind === 'public' &&
  endpoint.method === 'GET' &&
  interfaceOf(endpoint).cached &&
  !(endpoint.private_with && search.has(endpoint.private_with))

function problemOnly(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

function answerOf(endpoint: Endpoint, outcome: Outcome<unknown>, { headers, search }: Call): Answer {
  if (typeof outcome.body === 'object' && outcome.body) return download(outcome.body)
  const type = isText(endpoint.output) ? 'text/plain; charset=utf-8' : 'application/json'
  if (outcome.body !== null && isCached(endpoint, search)) {
    return cacheable(outcome.body, headers.get('if-none-match'), { type, max_age: endpoint.max_age })
  }
  const responseHeaders: Answer['headers'] = { 'cache-control': 'private, no-store' }
  if (outcome.body !== null) responseHeaders['content-type'] = type
  if (outcome.location) responseHeaders.location = outcome.location
  if (outcome.replayed) responseHeaders['idempotent-replayed'] = 'true'
  return { status: outcome.status, body: outcome.body, headers: responseHeaders }
}

interface Ending {
  request_id: string
  started: number
  trace: Trace
  code: ProblemCode | undefined
  ip: string
}

function finish(
  request: RequestSnapshot,
  path: string,
  owner: Interface,
  answer: Answer,
  { request_id, started, trace, code, ip }: Ending,
): Answer {
  const { status, body } = answer
  const trace_id = traceIdOf(request.headers)
  const duration_ms = Math.round((performance.now() - started) * 100) / 100
  // The labels come from a closed list: a monitor stores a series for each label.
  const method = usualMethods.includes(request.method) ? request.method : 'other'
  metrics()?.request({ method, path, status, milliseconds: duration_ms, trace_id })
  const line = {
    request_id,
    trace_id,
    method: request.method,
    path,
    status,
    code,
    user_id: trace.caller?.user_id,
    ip,
    duration_ms,
  }
  const level = code ? problems[code].level : 'info'
  // A queue that refuses a request throws a problem without a cause. There is no error to describe.
  const isRefusal = trace.failure instanceof Problem && trace.failure.cause === undefined
  const isDescribed = code === 'internal_error' || (code === 'unavailable' && !isRefusal)
  log()[level](isDescribed ? { ...line, error: describeError(trace.failure) } : line, 'request')
  const vary = answer.headers.vary
  Object.assign(
    answer.headers,
    { 'x-request-id': request_id, 'cross-origin-resource-policy': owner.embedding },
    corsHeaders(request, owner, env()),
  )
  // Keeps the `Vary` of the answer.
  if (vary && answer.headers.vary !== vary) answer.headers.vary = `${answer.headers.vary}, ${vary}`
  if (request.method !== 'HEAD') return { status, body, headers: answer.headers }
  if (body instanceof ReadableStream) void body.cancel()
  return { status, body: null, headers: answer.headers }
}

/** Does not parse the whole URL: most requests have no query. */
function searchOf(url: string): URLSearchParams {
  const queryStart = url.indexOf('?')
  return new URLSearchParams(queryStart < 0 ? '' : url.slice(queryStart + 1).split('#', 1)[0])
}
