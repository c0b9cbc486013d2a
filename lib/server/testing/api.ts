/// <reference types="vite/client" />
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { z } from 'zod'
import type { ProblemCode } from '@/lib/kit/api/endpoint/problem'
import { nativeMount } from '@/lib/server/native/mount'
import { nativeRoutes } from '@/lib/server/native/tree'
import type { Operations } from '@/lib/server/operations'
import { arriving } from './arriving'
import { dispatchInTurn, processes } from './processes'
import { watch } from './secrets'

type Handler = (request: Request, context: { params: Promise<Record<string, string> | undefined> }) => Promise<Response>
export interface RouteModule {
  [method: string]: Handler
}

/** By file name. Tests call the same functions as Next. */
export const routeFiles = import.meta.glob<RouteModule>(
  '../../../app/{v1,cms,mcp,api/{cron,uploadthing},files}/**/route.ts',
)

type OutputOf<K extends keyof Operations> = Operations[K] extends { output?: infer O }
  ? z.output<Exclude<O, undefined>>
  : never

interface ProblemBody {
  type: string
  status: number
  detail: string
  code: ProblemCode
  request_id: string
  invalid_params: { in: string; name: string; code: string; reason: string; params?: Record<string, unknown> }[]
  shortages?: unknown
  [member: string]: unknown
}

export interface ApiInput {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  /** Sent as JSON. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
  /** As seen by the server. */
  ip?: string
}

export interface Reply<Body> {
  status: number
  headers: Headers
  text: string
  /** Typed as the body of a success. */
  body: Body
  /** The same body. */
  problem: ProblemBody
}

/** Such as `POST /v1/order`. */
export function api<K extends keyof Operations>(name: K, input: ApiInput = {}): Promise<Reply<OutputOf<K>>> {
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(input.params?.[key])))
  const search = new URLSearchParams(Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]))
  return send(method, search.size > 0 ? `${filled}?${search}` : filled, input)
}

/** `raw`: a body that is not JSON. */
export async function send<Body = unknown>(
  method: string,
  path: string,
  { body, token, headers, ip = '203.0.113.7', raw }: ApiInput & { raw?: BodyInit } = {},
): Promise<Reply<Body>> {
  const init = await arriving({
    method,
    headers: {
      'x-peer-address': ip,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    ...(raw instanceof ReadableStream && { duplex: 'half' }),
  })
  const request = new Request(new URL(path, 'http://localhost:3000'), init)
  const response = await dispatch(request)
  const text = await response.text()
  const parsed = text === '' ? undefined : JSON.parse(text)
  for (const content of [body, parsed]) watch.addSecretsOf(content)
  const issued = response.ok ? (parsed?.token ?? (method === 'POST' ? parsed?.secret : undefined)) : undefined
  watch.capture(`the answer of ${method} ${path}`, text, issued)
  return { status: response.status, headers: response.headers, text, body: parsed, problem: parsed }
}

/** By the `route.ts` of the path; over HTTP with TEST_MOUNT=native, by four servers with TEST_PROCESSES=4. */
export function dispatch(request: Request): Promise<Response> {
  if (processes().length > 0) return dispatchInTurn(request)
  return process.env.TEST_MOUNT === 'native' ? dispatchNatively(request) : dispatchToFile(request)
}

let origin: Promise<string> | undefined

const misdirected = 421

/** Unlike the real server, keeps the header x-peer-address. Returns the origin. */
async function listen(): Promise<string> {
  const native = nativeMount(nativeRoutes)
  const server = createServer((incoming, outgoing) => {
    if (!native.serve(incoming, outgoing)) outgoing.writeHead(misdirected).end()
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return `http://127.0.0.1:${bound.port}`
}

async function dispatchNatively(request: Request): Promise<Response> {
  origin ??= listen()
  const { pathname, search } = new URL(request.url)
  const copy = request.clone()
  const response = await fetch(new Request(new URL(pathname + search, await origin), request))
  // Paths that are not mounted natively are for Next.
  return response.status === misdirected ? dispatchToFile(copy) : response
}

async function dispatchToFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  watch.addSecret(/^Bearer (\S+)/.exec(request.headers.get('authorization') ?? '')?.[1])
  const { file, params } = resolve(pathname)
  const handler = (await file())[request.method]
  if (!handler) throw new Error(`${pathname} does not export ${request.method}`)
  // As in Next, a route without parameters gets no `params`.
  return handler(request, { params: Promise.resolve(Object.keys(params).length > 0 ? params : undefined) })
}

/** As Next: literal segments before `[name]`, the catch-all last. Throws if there is none. */
function resolve(pathname: string): { file: () => Promise<RouteModule>; params: Record<string, string> } {
  const parts = pathname.split('/').filter(Boolean)
  const matches = Object.entries(routeFiles).flatMap(([name, file]) => {
    const segments = name
      .replace(/^.*?\/app\//, '')
      .split('/')
      .slice(0, -1)
    if (segments.at(-1)?.includes('...')) {
      return segments[0] === parts[0] ? [{ file, params: {}, rank: '2' }] : []
    }
    if (segments.length !== parts.length) return []
    const params: Record<string, string> = {}
    let rank = ''
    for (const [at, segment] of segments.entries()) {
      const part = parts[at] ?? ''
      const variable = /^\[(\w+)\]$/.exec(segment)?.[1]
      if (variable) params[variable] = decodeURIComponent(part)
      else if (segment !== part) return []
      rank += variable ? '1' : '0'
    }
    return [{ file, params, rank }]
  })
  const [best] = matches.sort((a, b) => a.rank.localeCompare(b.rank))
  if (!best) throw new Error(`no route file for ${pathname}`)
  return best
}
