import { env } from '@/lib/env'
import type { Client, Endpoint } from './endpoint'
import { describeError, problemOf } from './failure'
import { log } from './log'
import { type Call, execute, failed, type Outcome, type Trace } from './pipeline'
import { Problem, problem, problems } from './problem'
import type { Later } from './record'
import { clientOf, readJson, readText, requestIdOf } from './request'
import { type Answer, cacheable, corsHeaders, download, problemAnswer } from './response'

/* Where HTTP meets the pipeline: from an endpoint and a `Request` to the answer, whatever server mounts it. */

/** Read once: under Next every look at a property of the request goes through a proxy. */
const read = ({ method, headers, url }: Request) => ({ method, headers, url })
type Read = ReturnType<typeof read>

/** From an endpoint and a `Request` to the answer, whatever happens in between: this never rejects. */
export async function respond(
  endpoint: Endpoint,
  request: Request,
  params: Call['params'],
  later?: Later,
): Promise<Answer> {
  const started = performance.now()
  const { method, headers, url } = read(request)
  const request_id = requestIdOf(headers)
  const trace: Trace = {}
  let client: Client = { ip: 'unknown', user_agent: '', type: 'other' }
  let answer: Answer
  try {
    client = clientOf(headers, env())
    const call: Call = {
      request_id,
      headers,
      client,
      params,
      search: searchOf(url),
      body: undefined,
      later,
    }
    if (endpoint.method === 'POST' || endpoint.method === 'PUT') {
      // What cannot be read is told when it is known who sent it.
      call.body = await (endpoint.reads === 'raw' ? readText : readJson)(request).catch(problemOnly)
    }
    answer = answerOf(endpoint, await execute(endpoint, call, trace), headers)
  } catch (error) {
    answer = problemAnswer(await failed(endpoint, error, request_id, trace), request_id, endpoint.render)
  }
  return finish({ method, headers, url }, endpoint.path, answer, { request_id, started, trace, ip: client.ip })
}

/** An address that no endpoint has, or not with this method. */
export function refuse(
  request: Request,
  path: string,
  code: 'not_found' | 'method_not_allowed',
  allow?: string,
): Answer {
  const started = performance.now()
  const request_id = requestIdOf(request.headers)
  const refused = problem(
    code,
    allow ? { detail: `This address takes ${allow}.`, headers: { allow } } : { detail: 'There is no such address.' },
  )
  const trace: Trace = { failure: refused }
  return finish(read(request), path, problemAnswer(refused, request_id), {
    request_id,
    started,
    trace,
    ip: clientOf(request.headers, env()).ip,
  })
}

/** `OPTIONS` of an address: what it takes, and the answer to a browser's preflight where its origin is allowed. */
export function options(request: Request, path: string, allow: string): Answer {
  const headers = { allow, 'x-request-id': requestIdOf(request.headers), ...corsHeaders(request, path, env()) }
  return { status: 204, body: null, headers }
}

/** Only these may be cached by others: public GETs of the client interface. */
const isStorefront = ({ access, method, path }: Endpoint) =>
  access.kind === 'public' && method === 'GET' && path.startsWith('/v1/')

function problemOnly(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

function answerOf(endpoint: Endpoint, outcome: Outcome<unknown>, headers: Headers): Answer {
  if (outcome.body instanceof ReadableStream) return download(outcome.body, `${endpoint.csv}.csv`)
  if (outcome.body !== null && isStorefront(endpoint)) {
    return cacheable(outcome.body, headers.get('if-none-match'))
  }
  const told: Answer['headers'] = { 'cache-control': 'private, no-store' }
  if (outcome.body !== null) told['content-type'] = 'application/json'
  if (outcome.location) told.location = outcome.location
  if (outcome.replayed) told['idempotent-replayed'] = 'true'
  return { status: outcome.status, body: outcome.body, headers: told }
}

function finish(
  request: Read,
  path: string,
  answer: Answer,
  { request_id, started, trace, ip }: { request_id: string; started: number; trace: Trace; ip: string },
): Answer {
  const { status, body } = answer
  const code = trace.failure === undefined ? undefined : codeOf(trace.failure, request.method)
  const line = {
    request_id,
    method: request.method,
    path,
    status,
    code,
    user_id: trace.caller?.user_id,
    ip,
    duration_ms: Math.round((performance.now() - started) * 100) / 100,
  }
  const level = code ? problems[code].level : 'info'
  log()[level](
    code === 'internal_error' || code === 'unavailable' ? { ...line, error: describeError(trace.failure) } : line,
    'request',
  )
  Object.assign(answer.headers, { 'x-request-id': request_id }, corsHeaders(request, path, env()))
  return { status, body: request.method === 'HEAD' ? null : body, headers: answer.headers }
}

const codeOf = (failure: unknown, method: string) =>
  (failure instanceof Problem ? failure : problemOf(failure, method))?.code ?? 'internal_error'

/** `request.url` is not parsed as a whole: its host says nothing, and a query is rare on hot paths. */
function searchOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1).split('#', 1)[0])
}
