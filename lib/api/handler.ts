import type { Endpoint } from './endpoint'
import { type Interface, interfaceOf } from './interface'
import type { Call } from './pipeline'
import type { WaitUntil } from './recorder'
import { options, refuse, respond } from './respond'
import type { Answer } from './response'

/** Answers whatever is sent to one address of the interface; `request.method` chooses the endpoint. */
export type Handler = (request: Request, params: Call['params'], waitUntil?: WaitUntil) => Answer | Promise<Answer>

/** In which an address tells its methods, however it was mounted. */
const order = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/**
 * The address that these endpoints share, for any server to mount. HEAD is what GET answers, without the body; OPTIONS
 * says what the address takes; every other method is refused.
 */
export function handlerOf(first: Endpoint, ...others: Endpoint[]): Handler {
  const byMethod = new Map<string, Endpoint>([first, ...others].map((endpoint) => [endpoint.method, endpoint]))
  const get = byMethod.get('GET')
  if (get) byMethod.set('HEAD', get)
  const allow = [...order.filter((method) => byMethod.has(method)), 'OPTIONS'].join(', ')
  const place = { path: first.path, interface: interfaceOf(first) }
  return (request, params, waitUntil) => {
    const { method } = request
    if (method === 'OPTIONS') return options(request, place, allow)
    const endpoint = byMethod.get(method)
    return endpoint
      ? respond(endpoint, request, params, waitUntil)
      : refuse(request, place, 'method_not_allowed', allow)
  }
}

/** An address below an interface that no endpoint has. */
export const notFoundHandler =
  (below: Interface): Handler =>
  (request) =>
    refuse(request, { path: below.prefix, interface: below }, 'not_found')
