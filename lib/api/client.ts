import type { z } from 'zod'
import type { Endpoints } from '@/lib/endpoints'
import type { InvalidParam, ProblemCode } from './problem'

/*
 * The browser's way to the interface. Everything here is imported as a type: not a line of the server reaches the
 * bundle, and an endpoint that changes breaks the callers that no longer fit it.
 */

type AddressOf<E> = E extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never

/** `'POST /v1/address'`: an endpoint by method and path, as in the API document. */
export type EndpointAddress = AddressOf<Endpoints>

type EndpointAt<A extends EndpointAddress> = A extends `${infer M} ${infer P}`
  ? Extract<Endpoints, { method: M; path: P }>
  : never

type Schema<E, Name extends string> = E extends { [K in Name]?: infer S } ? Extract<S, z.ZodType> : never

/** In an address a number is as good as its digits. */
type Stringable<T> = { [K in keyof T]: string extends T[K] ? T[K] | number : T[K] }

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Partial<T> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

interface Options {
  /** The token of POST /v1/token; none where the browser's own session is meant. */
  token?: string
  /** For a POST that creates: the same key again answers the first result instead of creating a second. */
  idempotency_key?: string
  signal?: AbortSignal
}

/** What a request to this endpoint must and may carry. */
export type Given<A extends EndpointAddress> = Options &
  Part<'params', Stringable<z.input<Schema<EndpointAt<A>, 'params'>>>> &
  Part<'query', Stringable<z.input<Schema<EndpointAt<A>, 'query'>>>> &
  Part<'body', z.input<Schema<EndpointAt<A>, 'body'>>>

/** What this endpoint answers; nothing for 204. */
export type Answer<A extends EndpointAddress> = z.output<Schema<EndpointAt<A>, 'output'>>

interface Problem {
  code: ProblemCode
  detail: string
  request_id: string
  invalid_params?: InvalidParam[]
  /** Members of one code alone, such as `shortages`. */
  [member: string]: unknown
}

/** A request that did not succeed. `network`: no answer at all, or one that is not this server's. */
export class SendError extends Error {
  override name = 'SendError'
  constructor(
    readonly code: ProblemCode | 'network',
    readonly detail: string,
    /** HTTP status; 0 where there was no answer. */
    readonly status = 0,
    readonly request_id: string | undefined = undefined,
    /** The places of the request that were refused, for showing each at its field. */
    readonly invalid_params: InvalidParam[] = [],
    /** Seconds to wait before the next attempt, where the server named them. */
    readonly retry_after: number | undefined = undefined,
    /** The whole document, with what only this code carries. */
    readonly problem: Problem | undefined = undefined,
  ) {
    super(detail)
  }
}

/**
 * Sends a request to an endpoint of this server and answers its parsed output. Throws {@link SendError}; a request
 * that `signal` ended throws the signal's reason.
 */
export async function send<A extends EndpointAddress>(
  address: A,
  ...[given]: Partial<Given<A>> extends Given<A> ? [given?: Given<A>] : [given: Given<A>]
): Promise<Answer<A>> {
  const { params, query, body, token, idempotency_key, signal }: Wire = given ?? {}
  const [method = '', path = ''] = address.split(' ', 2)
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (idempotency_key) headers.set('idempotency-key', idempotency_key)
  let response: Response
  let text: string
  try {
    response = await fetch(urlOf(path, params, query), { method, headers, body: JSON.stringify(body), signal })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new SendError('network', 'The server could not be reached.')
  }
  if (!response.ok) throw failure(response, text)
  // The server has parsed this by the endpoint's own schema before it left.
  const answer = text === '' ? undefined : JSON.parse(text)
  return answer
}

interface Wire extends Options {
  params?: object
  query?: object
  body?: unknown
}

/** The path with its parameters filled in; query values that are undefined are left out. */
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
