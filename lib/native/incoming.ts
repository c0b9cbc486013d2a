import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Problem, problem } from '@/lib/api/problem'
import { peerHeader } from '@/lib/api/request'
import { problemAnswer } from '@/lib/api/response'
import { securityHeaders } from '@/lib/api/security'
import { env, isLoopback } from '@/lib/env'

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
  refuse(refused, incoming, outgoing)
  return true
}

function refuse(refused: Problem, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const request_id = randomUUID()
  const answer = problemAnswer(refused, request_id)
  outgoing.writeHead(answer.status, { ...securityHeaders, ...answer.headers, 'x-request-id': request_id })
  outgoing.end(answer.body)
  incoming.resume()
}

/**
 * Refuses requests to a private demonstration that a tunnel, a proxy or another name of this machine has brought: its
 * pages show the password of root to whoever reaches them. Must be called before Next adds forwarding headers of its own.
 * Returns whether it responded.
 */
export function refuseFromElsewhere(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { SANDBOX, is_private } = env()
  if (!SANDBOX || !is_private) return false
  const { host } = incoming.headers
  const forwarding = Object.keys(incoming.headers).find((name) => /^(forwarded$|x-forwarded-)/.test(name))
  const origin = `http://${host}`
  if (!forwarding && host && URL.canParse(origin) && isLoopback(new URL(origin).hostname)) return false
  const reason = forwarding ? `has the header ${forwarding}` : `is for the host ${host ?? '(none)'}`
  const detail = `This demonstration is for the machine that it runs on, and the request ${reason}. For others to reach it, set BASE_URL to the origin that they use, and what it then asks for at the start, SANDBOX_PASSWORD among them.`
  refuse(problem('forbidden', { detail }), incoming, outgoing)
  return true
}

/**
 * Answers requests that ask for another protocol as if they did not, which HTTP allows. Next listens for them with the
 * first request, for the hot reload of development, and leaves their sockets open.
 */
export function ignoreUpgrades(server: Server): void {
  server.on('newListener', (event, listener) => {
    if (event === 'upgrade') queueMicrotask(() => server.off('upgrade', listener))
  })
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

const peers = new WeakMap<Socket, string>()

/**
 * Keeps the client's IP when a connection opens: the socket of a client that resets it right after sending has none any
 * more when the request is read. A connection that has none from the beginning is closed.
 */
export function keepPeer(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy()
  else peers.set(socket, socket.remoteAddress)
}

/**
 * Sets the header with the client's IP, as {@link keepPeer} kept it, in `headers` and `rawHeaders`. A value that the
 * client sent is removed.
 */
export function stampPeer(incoming: IncomingMessage): void {
  const { headers, rawHeaders, socket } = incoming
  const peer = peers.get(socket) ?? 'unknown'
  if (headers[peerHeader] !== undefined) {
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
      if (rawHeaders[at]?.toLowerCase() === peerHeader) rawHeaders.splice(at, 2)
    }
  }
  rawHeaders.push(peerHeader, peer)
  headers[peerHeader] = peer
}
