import { after } from 'next/server'
import type { Endpoint, Method } from '@/lib/api/endpoint'
import type { Later } from '@/lib/api/record'
import { options, refuse, respond } from '@/lib/api/respond'

interface RouteContext {
  /** Of an address without variables Next gives nothing. */
  params: Promise<Record<string, string | string[] | undefined> | undefined>
}

type Handler = (request: Request, context: RouteContext) => Promise<Response>

/** Next keeps the function alive until such work is done. Outside of Next, in tests, there is nothing to keep alive. */
const later: Later = (work) => {
  try {
    after(work)
  } catch {
    void work()
  }
}

/**
 * The exports of a `route.ts`. All seven names, because Next answers what a file lacks with an empty 405 that nothing
 * can shape. HEAD is what GET answers, without the body. `unmounted()` is the address of everything else.
 */
export function route(first: Endpoint, ...others: Endpoint[]): Record<Method | 'HEAD' | 'PATCH' | 'OPTIONS', Handler> {
  const endpoints = [first, ...others]
  const methods: string[] = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const allow = [...methods, 'OPTIONS'].join(', ')
  const serve =
    (method: string): Handler =>
    async (request, context) => {
      const endpoint = endpoints.find((one) => one.method === method)
      if (!endpoint) return refuse(request, first.path, 'method_not_allowed', allow)
      return respond(endpoint, request, (await context.params) ?? {}, later)
    }
  const preflight: Handler = async (request) => options(request, first.path, allow)
  return {
    GET: serve('GET'),
    HEAD: serve('GET'),
    POST: serve('POST'),
    PUT: serve('PUT'),
    DELETE: serve('DELETE'),
    PATCH: serve('PATCH'),
    OPTIONS: preflight,
  }
}

/** The exports of a catch-all: no endpoint lives there. */
export function unmounted(path: string): Record<Method | 'HEAD' | 'PATCH' | 'OPTIONS', Handler> {
  const refused: Handler = async (request) => refuse(request, path, 'not_found')
  return { GET: refused, HEAD: refused, POST: refused, PUT: refused, DELETE: refused, PATCH: refused, OPTIONS: refused }
}
