import type { z } from 'zod'
import type { InvalidParam, ProblemCode } from '@/lib/kit/api/endpoint/problem'
import type { Operations } from '@/lib/server/operations'

/* Imports only types, so the bundle has no server code. A call that does not fit its endpoint does not compile. */

/** As in the OpenAPI document: `POST /v1/address`. */
export type EndpointKey = keyof Operations

type Schema<E, Name extends string> = E extends { [K in Name]?: infer S } ? Exclude<S, undefined> : never

/** JSON, or the fields and the file of a form. */
type BodyOf<S> = S extends { multipart: unknown } ? Stringable<Omit<z.input<S>, 'file'>> & { file: Blob } : z.input<S>

/** Numbers for texts, which URLs and forms contain. */
type Stringable<T> = { [K in keyof T]: string extends T[K] ? T[K] | number : T[K] }

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Partial<T> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

interface Options {
  /** From `POST /v1/token`. undefined: the session cookie of the browser. */
  token?: string
  /** For a POST that creates a record: a repeated request returns the first result. */
  idempotency_key?: string
  signal?: AbortSignal
}

/** Only for requests with an uploaded file. */
type ProgressOption<S> = S extends { multipart: unknown }
  ? {
      /** `sent`: the fraction of the body, from 0 to 1. */
      on_progress?: (sent: number) => void
    }
  : unknown

export type CallInput<A extends EndpointKey> = CallInputOf<Operations[A]>

export type CallInputOf<E> = Options &
  Part<'params', Stringable<z.input<Schema<E, 'params'>>>> &
  Part<'query', Stringable<z.input<Schema<E, 'query'>>>> &
  Part<'body', BodyOf<Schema<E, 'body'>>> &
  ProgressOption<Schema<E, 'body'>>

/** undefined for 204. */
export type Answer<A extends EndpointKey> = z.output<Schema<Operations[A], 'output'>>

interface Problem {
  code: ProblemCode
  detail: string
  request_id: string
  invalid_params?: InvalidParam[]
  /** Only of problems with some codes, such as `shortages`. */
  [member: string]: unknown
}

/** `code`: also `network`, without a response, or with one of another server, such as a proxy. */
export class SendError extends Error {
  override name = 'SendError'
  constructor(
    readonly code: ProblemCode | 'network',
    readonly detail: string,
    /** 0: no response. */
    readonly status = 0,
    readonly request_id: string | undefined = undefined,
    /** For a message at each field. */
    readonly invalid_params: InvalidParam[] = [],
    /** Until the next attempt; undefined: no Retry-After. */
    readonly retry_after: number | undefined = undefined,
    /** With the members that only some codes have. */
    readonly problem: Problem | undefined = undefined,
  ) {
    super(detail)
  }
}

/** Throws {@link SendError}, or the reason of `signal`. */
export async function send<A extends EndpointKey>(
  key: A,
  ...[input]: Partial<CallInput<A>> extends CallInput<A> ? [input?: CallInput<A>] : [input: CallInput<A>]
): Promise<Answer<A>> {
  const { params, query, body, token, idempotency_key, signal, on_progress }: RequestInput = input ?? {}
  const [method = '', path = ''] = key.split(' ', 2)
  const form = formOf(body)
  const headers = new Headers({ accept: 'application/json' })
  // For a form, the browser sets the content type with its boundary.
  if (body !== undefined && !form) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (idempotency_key) headers.set('idempotency-key', idempotency_key)
  let response: Response
  let text: string
  try {
    const url = urlOf(path, params, query)
    response = form
      ? await upload(url, { method, headers, form, signal, on_progress })
      : await fetch(url, { method, headers, body: JSON.stringify(body), signal })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new SendError('network', 'The server could not be reached.')
  }
  if (!response.ok) throw failure(response, text)
  // The server has parsed the response with the output schema.
  const isText = response.headers.get('content-type')?.startsWith('text/plain')
  const answer = text === '' && !isText ? undefined : JSON.parse(isText ? JSON.stringify(text) : text)
  return answer
}

/** The file comes last, so that the server reads the other fields first. undefined: no file. */
function formOf(body: unknown): FormData | undefined {
  if (typeof body !== 'object' || body === null || !('file' in body) || !(body.file instanceof Blob)) return undefined
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (name !== 'file' && value !== undefined) form.append(name, String(value))
  }
  form.append('file', body.file)
  return form
}

interface UploadOptions {
  method: string
  headers: Headers
  form: FormData
  signal: AbortSignal | undefined
  on_progress: ((sent: number) => void) | undefined
}

/** `fetch` does not report the progress of uploads. */
function upload(url: string, { method, headers, form, signal, on_progress }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) on_progress?.(loaded / total)
    }
    request.onload = () => {
      const { status, responseText } = request
      const responseHeaders = new Headers()
      for (const name of ['content-type', 'retry-after']) {
        const value = request.getResponseHeader(name)
        if (value !== null) responseHeaders.set(name, value)
      }
      resolve(new Response(status === 204 ? null : responseText, { status, headers: responseHeaders }))
    }
    request.onerror = () => reject(new TypeError('the upload failed'))
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', abort, { once: true })
    request.send(form)
  })
}

interface RequestInput extends Options {
  params?: object
  query?: object
  body?: unknown
  on_progress?: (sent: number) => void
}

/** Leaves out undefined values. */
function urlOf(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  return search ? `${filled}?${search}` : filled
}

function failure(response: Response, text: string): SendError {
  const { status, headers } = response
  const wait = Number(headers.get('retry-after') ?? Number.NaN)
  const retry_after = Number.isFinite(wait) ? wait : undefined
  const problem = problemIn(headers.get('content-type') ?? '', text)
  if (!problem) return new SendError('network', `The server answered ${status}.`, status, undefined, [], retry_after)
  return refusalOf(problem, status, retry_after)
}

/** Also for a single record in the response of a bulk action. */
export function refusalOf(problem: Problem, status: number, retry_after?: number): SendError {
  const { code, detail, request_id, invalid_params } = problem
  return new SendError(code, detail, status, request_id, invalid_params, retry_after, problem)
}

function problemIn(type: string, text: string): Problem | undefined {
  if (!type.startsWith('application/problem+json')) return undefined
  try {
    const document: unknown = JSON.parse(text)
    return isProblem(document) ? document : undefined
  } catch {
    return undefined
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value && 'request_id' in value
