import { after } from 'next/server'
import type { Endpoint, Method } from '@/lib/api/endpoint'
import { type Handler, handlerOf, notFoundHandler } from '@/lib/api/handler'
import type { Interface } from '@/lib/api/interface'
import type { WaitUntil } from '@/lib/api/recorder'
import { responseOf } from '@/lib/api/response'

interface RouteContext {
  /** Of an address without variables Next gives nothing. */
  params: Promise<Record<string, string | string[] | undefined> | undefined>
}

type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>

/** All seven names, because Next answers what a file lacks with an empty 405 that nothing can shape. */
type Exports = Record<Method | 'HEAD' | 'PATCH' | 'OPTIONS', RouteHandler>

/** Next keeps the function alive until such work is done. Outside of Next, in tests, there is nothing to keep alive. */
const waitUntil: WaitUntil = (work) => {
  try {
    after(work)
  } catch {
    void work()
  }
}

/** The exports of a `route.ts`: these endpoints, and a refusal of every other method. */
export const route = (first: Endpoint, ...others: Endpoint[]): Exports => exportsOf(handlerOf(first, ...others))

/** The exports of a catch-all: no endpoint lives there. */
export const unmounted = (below: Interface): Exports => exportsOf(notFoundHandler(below))

function exportsOf(handler: Handler): Exports {
  const serve: RouteHandler = async (request, context) =>
    responseOf(await handler(request, (await context.params) ?? {}, waitUntil))
  return { GET: serve, HEAD: serve, POST: serve, PUT: serve, DELETE: serve, PATCH: serve, OPTIONS: serve }
}
