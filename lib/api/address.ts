import type { Endpoint } from './endpoint'
import type { Call } from './pipeline'
import type { Later } from './record'
import { options, refuse, respond } from './respond'
import type { Answer } from './response'

/** Answers whatever is sent to one address of the interface; `request.method` chooses the endpoint. */
export type Address = (request: Request, params: Call['params'], later?: Later) => Answer | Promise<Answer>

/** In which an address tells its methods, however it was mounted. */
const order = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/**
 * The address that these endpoints share, for any server to mount. HEAD is what GET answers, without the body; OPTIONS
 * says what the address takes; every other method is refused.
 */
export function addressOf(first: Endpoint, ...others: Endpoint[]): Address {
  const byMethod = new Map<string, Endpoint>([first, ...others].map((endpoint) => [endpoint.method, endpoint]))
  const get = byMethod.get('GET')
  if (get) byMethod.set('HEAD', get)
  const allow = [...order.filter((method) => byMethod.has(method)), 'OPTIONS'].join(', ')
  return (request, params, later) => {
    const { method } = request
    if (method === 'OPTIONS') return options(request, first.path, allow)
    const endpoint = byMethod.get(method)
    return endpoint
      ? respond(endpoint, request, params, later)
      : refuse(request, first.path, 'method_not_allowed', allow)
  }
}

/** An address below an interface that no endpoint has. */
export const nowhere =
  (path: string): Address =>
  (request) =>
    refuse(request, path, 'not_found')
