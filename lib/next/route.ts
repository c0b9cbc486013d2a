import { after } from 'next/server'
import { type Address, addressOf, nowhere } from '@/lib/api/address'
import type { Endpoint, Method } from '@/lib/api/endpoint'
import type { Later } from '@/lib/api/record'
import { responseOf } from '@/lib/api/response'

interface RouteContext {
  /** Of an address without variables Next gives nothing. */
  params: Promise<Record<string, string | string[] | undefined> | undefined>
}

type Handler = (request: Request, context: RouteContext) => Promise<Response>

/** All seven names, because Next answers what a file lacks with an empty 405 that nothing can shape. */
type Exports = Record<Method | 'HEAD' | 'PATCH' | 'OPTIONS', Handler>

/** Next keeps the function alive until such work is done. Outside of Next, in tests, there is nothing to keep alive. */
const later: Later = (work) => {
  try {
    after(work)
  } catch {
    void work()
  }
}

/** The exports of a `route.ts`: these endpoints, and a refusal of every other method. */
export const route = (first: Endpoint, ...others: Endpoint[]): Exports => exportsOf(addressOf(first, ...others))

/** The exports of a catch-all: no endpoint lives there. */
export const unmounted = (path: string): Exports => exportsOf(nowhere(path))

function exportsOf(address: Address): Exports {
  const serve: Handler = async (request, context) =>
    responseOf(await address(request, (await context.params) ?? {}, later))
  return { GET: serve, HEAD: serve, POST: serve, PUT: serve, DELETE: serve, PATCH: serve, OPTIONS: serve }
}
