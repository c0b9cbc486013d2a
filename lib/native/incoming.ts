import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { problem } from '@/lib/api/problem'
import { peerHeader } from '@/lib/api/request'
import { problemAnswer } from '@/lib/api/response'
import { securityHeaders } from '@/lib/api/security'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The path of a request as it was sent, without its query. */
export const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?', 1)[0] ?? '/'

/** Nothing that we answer depends on it, but a `Request` has an address; what is no usual host is for Next. */
const plainHost = /^[\w.-]+(?::\d{1,4}|:[1-6]\d{4})?$/
export const hasPlainHost = ({ headers: { host } }: IncomingMessage) => host === undefined || plainHost.test(host)

/** How a `Request` is made of what comes in. */
export const listenerOptions = {
  // Next runs in this process, too, and wants Node's own Request and Response.
  overrideGlobalObjects: false,
  // HTTP/1.0 knows no Host.
  hostname: 'localhost',
}

/**
 * Answers what Next would answer with a bare 500: addresses that cannot be decoded, methods that nothing here has. And
 * what servers disagree on: of two tokens or two types of a body, each would believe another.
 */
export function refuseMalformed(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { method = '' } = incoming
  const path = pathOf(incoming)
  const known = methods.includes(method)
  const clear = path.startsWith('/') && isDecodable(path)
  const twice = singular.find((name) => countOf(name, incoming) > 1)
  if (known && clear && !twice) return false
  const refused = known
    ? problem('invalid_request', {
        detail: clear
          ? `The header ${twice} was given twice.`
          : 'The address must begin with / and be validly percent-encoded.',
      })
    : problem('method_not_allowed', {
        detail: `${method} is not a method of this server.`,
        headers: { allow: methods.join(', ') },
      })
  const request_id = randomUUID()
  const answer = problemAnswer(refused, request_id)
  outgoing.writeHead(answer.status, { ...securityHeaders, ...answer.headers, 'x-request-id': request_id })
  outgoing.end(answer.body)
  incoming.resume()
  return true
}

const singular = ['authorization', 'content-type']

function countOf(header: string, { rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === header.length && name.toLowerCase() === header) count++
  }
  return count
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The only word on where the request comes from: whatever the client wrote there is overwritten, in both forms. */
export function stampPeer(incoming: IncomingMessage): void {
  const { headers, rawHeaders, socket } = incoming
  const address = socket.remoteAddress ?? 'unknown'
  if (headers[peerHeader] !== undefined) {
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
      if (rawHeaders[at]?.toLowerCase() === peerHeader) rawHeaders.splice(at, 2)
    }
  }
  rawHeaders.push(peerHeader, address)
  headers[peerHeader] = address
}
