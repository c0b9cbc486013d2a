import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { problem } from '@/lib/api/problem'
import { peerHeader } from '@/lib/api/request'
import { problemAnswer } from '@/lib/api/response'
import { securityHeaders } from '@/lib/api/security'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The path of a request as it was sent, without its query. */
export const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?', 1)[0] ?? '/'

/** A `Request` needs a URL with a host. Requests with an unusual Host header are left to Next. */
const plainHost = /^[\w.-]+(?::\d{1,4}|:[1-6]\d{4})?$/
export const hasPlainHost = ({ headers: { host } }: IncomingMessage) => host === undefined || plainHost.test(host)

/** Options for making a `Request` of an incoming message. */
export const listenerOptions = {
  // Next runs in this process too and needs Node's own Request and Response.
  overrideGlobalObjects: false,
  // For HTTP/1.0 requests without a Host header.
  hostname: 'localhost',
}

/**
 * Refuses requests that Next would answer with an empty 500 (paths that cannot be decoded, unknown methods), and those
 * with two Authorization or Content-Type headers, of which servers pick different ones. Returns whether it responded.
 */
export function refuseMalformed(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { method = '' } = incoming
  const path = pathOf(incoming)
  const isKnown = methods.includes(method)
  const isValidPath = path.startsWith('/') && isDecodable(path)
  const repeated = singleHeaders.find((name) => countOf(name, incoming) > 1)
  if (isKnown && isValidPath && !repeated) return false
  const refused = isKnown
    ? problem('invalid_request', {
        detail: isValidPath
          ? `The header ${repeated} was sent more than once.`
          : 'The path must begin with / and be validly percent-encoded.',
      })
    : problem('method_not_allowed', {
        detail: `The server does not support the method ${method}.`,
        headers: { allow: methods.join(', ') },
      })
  const request_id = randomUUID()
  const answer = problemAnswer(refused, request_id)
  outgoing.writeHead(answer.status, { ...securityHeaders, ...answer.headers, 'x-request-id': request_id })
  outgoing.end(answer.body)
  incoming.resume()
  return true
}

const singleHeaders = ['authorization', 'content-type']

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

/**
 * Sets the header with the client's IP from the socket, in `headers` and `rawHeaders`. A value that the client sent is
 * removed.
 */
export function stampPeer(incoming: IncomingMessage): void {
  const { headers, rawHeaders, socket } = incoming
  const peer = socket.remoteAddress ?? 'unknown'
  if (headers[peerHeader] !== undefined) {
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
      if (rawHeaders[at]?.toLowerCase() === peerHeader) rawHeaders.splice(at, 2)
    }
  }
  rawHeaders.push(peerHeader, peer)
  headers[peerHeader] = peer
}
