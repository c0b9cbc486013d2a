import { createHash } from 'node:crypto'
import type { Env } from '@/lib/env'
import type { Interface } from './interface'
import type { Problem } from './problem'

const publicCache = 'public, max-age=0, s-maxage=15, stale-while-revalidate=60'

export interface Answer {
  status: number
  /** Serialised JSON, or a file while it is written; none for 204, 304 and whatever is answered to HEAD. */
  body: string | ReadableStream<Uint8Array> | null
  headers: Record<string, string>
}

/** An answer as servers of the fetch kind want it. */
export const responseOf = ({ status, body, headers }: Answer): Response => new Response(body, { status, headers })

/** The answer to a storefront GET: may be cached by anybody, and is 304 where the client has it already. */
export function cacheable(body: string, ifNoneMatch: string | null, type = 'application/json'): Answer {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  if (known.includes(etag) || known.includes('*')) {
    return { status: 304, body: null, headers: { etag, 'cache-control': publicCache } }
  }
  return { status: 200, body, headers: { etag, 'cache-control': publicCache, 'content-type': type } }
}

/** A file that the browser saves instead of showing. */
export const download = (body: ReadableStream<Uint8Array>, name: string): Answer => ({
  status: 200,
  body,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
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

const exposed = 'ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id'

/** CORS for the origins that the environment lists, where the interface has it; none by default: a mini-program is not a browser. */
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
    'access-control-expose-headers': exposed,
    ...(request.method === 'OPTIONS' && {
      'access-control-allow-methods': request.headers.get('access-control-request-method') ?? 'GET',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-None-Match, Token, X-Request-Id',
      'access-control-max-age': '600',
    }),
  }
}
