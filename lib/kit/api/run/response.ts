import { createHash } from 'node:crypto'
import type { Env } from '@/lib/kit/env'
import type { Deprecation } from '../endpoint/endpoint'
import type { Interface } from '../endpoint/interface'
import type { Problem } from '../endpoint/problem'

/** Forms of pages use POST. */
export const pageMethods = 'GET, HEAD, POST'

/** Shared caches keep the response for at least 15 s. */
const publicCache = (max_age: number) =>
  `public, max-age=${max_age}, s-maxage=${Math.max(15, max_age)}, stale-while-revalidate=60`

export interface Answer {
  status: number
  /** null for 204, 304 and HEAD. */
  body: string | ReadableStream<Uint8Array> | null
  headers: Record<string, string>
}

/** For servers with the fetch API. */
export const responseOf = ({ status, body, headers }: Answer): Response => new Response(body, { status, headers })

/** 304 if the client has the content. The ETag is weak, since the content is also sent compressed. */
export function cacheable(
  body: string,
  ifNoneMatch: string | null,
  { type = 'application/json', max_age = 0 } = {},
): Answer {
  const tag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const etag = `W/${tag}`
  const knownTags = ifNoneMatch?.split(',').map((known) => known.trim().replace(/^W\//, '')) ?? []
  if (knownTags.includes(tag) || knownTags.includes('*')) {
    return {
      status: 304,
      body: null,
      headers: { etag, 'cache-control': publicCache(max_age), vary: 'Accept-Encoding' },
    }
  }
  return { status: 200, body, headers: { etag, 'cache-control': publicCache(max_age), 'content-type': type } }
}

/** Saved by the browser instead of shown. */
export interface Download {
  name: string
  /** The name in ASCII, for clients that know no other names. */
  plain: string
  type: string
  stream: ReadableStream<Uint8Array>
}

export const download = ({ name, plain, type, stream }: Download): Answer => ({
  status: 200,
  body: stream,
  headers: {
    'content-type': type,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'private, no-store',
  },
})

type Render = ((problem: Problem) => { status: number; body: unknown }) | undefined

export function problemAnswer(problem: Problem, request_id: string, render?: Render): Answer {
  if (render) {
    const { status, body } = render(problem)
    return {
      status,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'cache-control': 'private, no-store' },
    }
  }
  return {
    status: problem.status,
    body: JSON.stringify(problem.document(request_id)),
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'private, no-store',
      ...problem.extras.headers,
    },
  }
}

/** `Deprecation` (RFC 9745) at the start of the day `since`, `Sunset` (RFC 8594) at the end of the day `until`. */
export const deprecationHeaders = ({ since, until }: Deprecation) => ({
  deprecation: `@${Date.parse(since) / 1_000}`,
  sunset: new Date(Date.parse(`${until}T23:59:59Z`)).toUTCString(),
})

/** Headers that pages of allowed origins may send and read. */
export const corsRequestHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Token, Traceparent, X-Request-Id'
export const corsResponseHeaders =
  'Deprecation, ETag, Idempotency-Ignored, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id'

/** For files that pages of every origin may read. */
export const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'ETag',
  'access-control-max-age': '600',
}

/** If the interface allows CORS. `CORS_ORIGINS` is empty by default, because mini-programs do not need CORS. */
export function corsHeaders(
  request: { method: string; headers: Headers },
  { cors }: Interface,
  env: Env,
): Record<string, string> {
  if (env.CORS_ORIGINS.length === 0 || !cors) return {}
  const origin = request.headers.get('origin')
  if (!origin || !env.CORS_ORIGINS.includes(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': corsResponseHeaders,
    ...(request.method === 'OPTIONS' && {
      'access-control-allow-methods': request.headers.get('access-control-request-method') ?? 'GET',
      'access-control-allow-headers': corsRequestHeaders,
      'access-control-max-age': '600',
    }),
  }
}
