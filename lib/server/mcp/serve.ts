import { getOwnKey } from '@/lib/api_key/cms'
import { endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Handler } from '@/lib/kit/api/run/handler'
import { bodyLimitOf, peerHeader, readJson } from '@/lib/kit/api/run/request'
import { options, refuse, respond } from '@/lib/kit/api/run/respond'
import { env } from '@/lib/kit/env'
import { byMcp } from '@/lib/oper_log/sentences'
import { answerMessage } from './protocol'
import type { Rights } from './tools'

const route = { path: '/mcp' }
const allow = 'POST, OPTIONS'

/** One message of an agent, which counts as a read. What it calls is a request of its own. */
const messageOf = (request: Request, received: (message: unknown, rights: Rights) => void) =>
  endpoint({
    ...getOwnKey,
    path: route.path,
    async handle(context) {
      requireOwnOrigin(request.headers)
      const own = await getOwnKey.handle(context)
      if (!own.mcp) throw problem('forbidden', { detail: 'This API key is not for agents.' })
      received(await readMessage(request), own)
      return own
    },
  })

/** Of a page, which could reach this server under another name (DNS rebinding). Programs send none. */
function requireOwnOrigin(headers: Headers): void {
  const origin = headers.get('origin')
  if (origin !== null && origin !== env().BASE_URL)
    throw problem('forbidden', { detail: 'Pages of other origins may not send messages of agents.' })
}

async function readMessage(request: Request): Promise<unknown> {
  const message = await readJson(request, bodyLimitOf(getOwnKey))
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw problem('invalid_request', { detail: 'Send one message of JSON-RPC, which is an object.' })
}

/**
 * The Model Context Protocol, stateless: each message is answered at once, and nothing is sent without being asked. What
 * is refused before a message is read is a problem.
 */
export const serveMcp: Handler = async (request, _, waitUntil) => {
  if (request.method === 'OPTIONS') return options(request, route, allow)
  if (request.method !== 'POST') return refuse(request, route, 'method_not_allowed', allow)
  let received: { message: unknown; rights: Rights } | undefined
  const checked = await respond(
    messageOf(request, (message, rights) => {
      received = { message, rights }
    }),
    request,
    {},
    waitUntil,
  )
  if (!received) return checked
  const headers = headersOf(request.headers, checked.headers['x-request-id'] ?? '')
  const { status, body, type } = await answerMessage(request, { ...received, headers, waitUntil })
  const { 'content-type': _type, ...others } = checked.headers
  return { status, body, headers: { ...others, ...(type && { 'content-type': type }) } }
}

const passed = ['authorization', 'traceparent', 'x-forwarded-for', 'x-real-ip', peerHeader]

/** Of the requests that a message causes. The audit log shows the user agent. */
function headersOf(given: Headers, request_id: string): Headers {
  const headers = new Headers({
    'x-request-id': request_id,
    'user-agent': `${byMcp}${given.get('user-agent') ?? ''}`,
    'content-type': 'application/json',
  })
  for (const name of passed) {
    const value = given.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}
