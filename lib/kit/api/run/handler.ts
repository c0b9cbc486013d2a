import type { Endpoint } from '../endpoint/endpoint'
import { type Interface, interfaceOf } from '../endpoint/interface'
import type { Call } from './pipeline'
import type { WaitUntil } from './recorder'
import { options, redirect, refuse, respond } from './respond'
import type { Answer } from './response'

/** For one path; `request.method` selects the endpoint. */
export type Handler = (request: Request, params: Call['params'], waitUntil?: WaitUntil) => Answer | Promise<Answer>

/** In the Allow header, the same on every server. */
const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

const allowRead = 'GET, HEAD, OPTIONS'

/** For any server. HEAD is answered like GET without the body, OPTIONS with the allowed methods, others with 405. */
export function handlerOf(first: Endpoint, ...others: Endpoint[]): Handler {
  const byMethod = new Map<string, Endpoint>([first, ...others].map((endpoint) => [endpoint.method, endpoint]))
  const get = byMethod.get('GET')
  if (get) byMethod.set('HEAD', get)
  const allow = [...methodOrder.filter((method) => byMethod.has(method)), 'OPTIONS'].join(', ')
  const route = { path: first.path, interface: interfaceOf(first) }
  return (request, params, waitUntil) => {
    const { method } = request
    if (method === 'OPTIONS') return options(request, route, allow)
    const endpoint = byMethod.get(method)
    return endpoint
      ? respond(endpoint, request, params, waitUntil)
      : refuse(request, route, 'method_not_allowed', allow)
  }
}

/**
 * For a path outside of the pipeline of endpoints, such as files. 405 for methods other than GET, HEAD and OPTIONS.
 * `headers`: of every answer.
 */
export const readHandler =
  (
    path: string,
    read: (request: Request, params: Call['params']) => Answer | Promise<Answer>,
    headers: Answer['headers'] = {},
  ): Handler =>
  async (request, params) => {
    const answer = await answerOf(request)
    return { ...answer, headers: { ...answer.headers, ...headers } }

    async function answerOf({ method }: Request): Promise<Answer> {
      if (method === 'OPTIONS') return options(request, { path }, allowRead)
      if (method !== 'GET' && method !== 'HEAD') return refuse(request, { path }, 'method_not_allowed', allowRead)
      const answer = await read(request, params)
      return method === 'HEAD' ? { ...answer, body: null } : answer
    }
  }

/**
 * 404. Redirects encoded letters or digits, such as `/v1/%63ategory`, to the plain form, which means the same resource
 * (RFC 3986, 6.2.2.2).
 */
export const notFoundHandler =
  (owner: Interface): Handler =>
  (request) => {
    const route = { path: owner.prefix, interface: owner }
    const { pathname, search } = new URL(request.url)
    const plain = pathname.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code
    })
    return plain === pathname ? refuse(request, route, 'not_found') : redirect(request, route, plain + search)
  }
