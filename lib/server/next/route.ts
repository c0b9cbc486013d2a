import type { Endpoint, Method } from '@/lib/kit/api/endpoint/endpoint'
import type { Interface } from '@/lib/kit/api/endpoint/interface'
import { type Handler, handlerOf, notFoundHandler, readHandler } from '@/lib/kit/api/run/handler'
import type { WaitUntil } from '@/lib/kit/api/run/recorder'
import { responseOf } from '@/lib/kit/api/run/response'
import { after } from './after'
import '@/lib/server/assembly'

interface RouteContext {
  /** undefined for a route without parameters. */
  params: Promise<Record<string, string | string[] | undefined> | undefined>
}

interface RouteHandler {
  (request: Request, context: RouteContext): Promise<Response>
  /** For our own server, which does not use Next. */
  handler: Handler
}

/** All methods, because Next would respond to a missing one with an empty 405. */
export type RouteExports = Record<Method | 'HEAD' | 'PATCH' | 'OPTIONS', RouteHandler>

/** Until the work has ended. Outside of Next, such as in tests, `after` throws; then the work is only started. */
const waitUntil: WaitUntil = (work) => {
  try {
    after(work)
  } catch {
    void work()
  }
}

/** Methods without an endpoint are refused. */
export const route = (first: Endpoint, ...others: Endpoint[]): RouteExports => exportsOf(handlerOf(first, ...others))

/** Only GET, without the pipeline of endpoints. */
export const readRoute = (...read: Parameters<typeof readHandler>): RouteExports => exportsOf(readHandler(...read))

/** Every method and every path below the route. */
export const served = (handler: Handler): RouteExports => exportsOf(handler)

/** 404 for every path. */
export const unmounted = (below: Interface): RouteExports => served(notFoundHandler(below))

function exportsOf(handler: Handler): RouteExports {
  const answer = async (request: Request, context: RouteContext) =>
    responseOf(await handler(request, (await context.params) ?? {}, waitUntil))
  const serve = Object.assign(answer, { handler })
  return { GET: serve, HEAD: serve, POST: serve, PUT: serve, DELETE: serve, PATCH: serve, OPTIONS: serve }
}
