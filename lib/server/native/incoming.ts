import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Problem, problem } from '@/lib/kit/api/endpoint/problem'
import { peerHeader, requestIdOf, usualMethods } from '@/lib/kit/api/run/request'
import { pageMethods, problemAnswer } from '@/lib/kit/api/run/response'
import { securityHeaders } from '@/lib/kit/api/run/security'
import { env } from '@/lib/kit/env'
import { isLoopback, loopbackOrigin } from '@/lib/kit/origin'

/** Next would respond to other methods with an empty 400 or 500. */
export const isUsualMethod = ({ method = '' }: IncomingMessage) => usualMethods.includes(method)

/** As sent, without the query. */
export const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?', 1)[0] ?? '/'

/** Can be part of the URL of a `Request`. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,4}|:[1-6]\d{4})?$/i
export const hasPlainHost = ({ headers: { host } }: IncomingMessage) => host === undefined || plainHost.test(host)

export const listenerOptions = {
  // Next runs in this process too and needs Node's own Request and Response.
  overrideGlobalObjects: false,
  // For HTTP/1.0 requests without a Host header.
  hostname: 'localhost',
}

/**
 * Refuses paths that cannot be decoded, for which Next would send an empty 500, and repeated headers that must be
 * unique, as servers differ in the value they use. Returns whether a response was sent.
 */
export function refuseMalformed(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const path = pathOf(incoming)
  const isValidPath = path.startsWith('/') && isDecodable(path)
  const repeated = singleHeaders.find((name) => countOf(name, incoming) > 1)
  if (isValidPath && !repeated) return false
  const detail = isValidPath
    ? `The header ${repeated} was sent more than once.`
    : 'The path must begin with / and be validly percent-encoded.'
  refuse(problem('invalid_request', { detail }), incoming, outgoing)
  return true
}

function refuse(refused: Problem, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const request_id = randomUUID()
  const answer = problemAnswer(refused, request_id)
  outgoing.writeHead(answer.status, {
    ...securityHeaders,
    ...answer.headers,
    'content-length': Buffer.byteLength(String(answer.body)),
    'x-request-id': request_id,
  })
  outgoing.end(answer.body)
  incoming.resume()
}

export const refuseMethod = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
  refuse(methodRefused(incoming.method), incoming, outgoing)

const methodRefused = (method = '') =>
  problem('method_not_allowed', {
    detail: `The server does not support the method ${method}.`,
    headers: { allow: pageMethods },
  })

/** Next would redirect, too, but without our headers. Returns whether a response was sent. */
export function redirectToPlain(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { url = '/' } = incoming
  const path = pathOf(incoming)
  const plain = path.replaceAll(/[\\/]+/g, '/').replace(/(.)\/$/, '$1')
  if (plain === path) return false
  const request_id = requestIdOf(headersOf(incoming))
  outgoing.writeHead(308, { ...securityHeaders, location: plain + url.slice(path.length), 'x-request-id': request_id })
  outgoing.end()
  incoming.resume()
  return true
}

/** Next does not distinguish loopback names, so proxy.ts cannot do this. Returns whether a response was sent. */
export function redirectToOwnName({ method, url = '/', headers }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate') return false
  const origin = loopbackOrigin(headers.host ?? '', env().BASE_URL)
  if (origin === undefined || !url.startsWith('/')) return false
  outgoing.writeHead(307, { ...securityHeaders, location: origin + url, 'x-request-id': randomUUID() })
  outgoing.end()
  return true
}

const headersOf = ({ headers }: IncomingMessage) => {
  const given = headers['x-request-id']
  return new Headers(typeof given === 'string' ? { 'x-request-id': given } : {})
}

/** Also CONNECT. By default, Node sends an empty response. */
export function refuseUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => closeWith(socket, unreadable(error.code)))
  server.on('connect', ({ method }, socket) => closeWith(socket, methodRefused(method)))
}

function unreadable(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return problem('payload_too_large', { detail: 'The URL and the headers together may have at most 16384 bytes.' })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return problem('request_timeout', { detail: 'The request did not arrive in time.' })
  const reason = code === 'HPE_INVALID_METHOD' ? 'Its method is unknown.' : 'Its head cannot be parsed.'
  return problem('invalid_request', { detail: `The request is not valid HTTP. ${reason}` })
}

function closeWith(socket: Duplex, refused: Problem): void {
  // The client has disconnected, or an earlier request is being answered.
  if (!socket.writable || socket.writableLength > 0) {
    socket.destroy()
    return
  }
  const request_id = randomUUID()
  const { status, body, headers } = problemAnswer(refused, request_id)
  const lines = Object.entries({
    ...securityHeaders,
    ...headers,
    'x-request-id': request_id,
    'content-length': String(Buffer.byteLength(String(body))),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}

/**
 * For a private demonstration, whose pages show the password of root: refuses tunnels, proxies and foreign hosts. Call
 * before Next adds forwarding headers. Returns whether a response was sent.
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

/** Like other requests. Else Next would listen from the first request on, for hot reload, and leave sockets open. */
export function ignoreUpgrades(server: Server): void {
  server.on('newListener', (event, listener) => {
    if (event === 'upgrade') queueMicrotask(() => server.off('upgrade', listener))
  })
}

const singleHeaders = ['host', 'authorization', 'content-type', 'content-length', 'idempotency-key', 'if-match']

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

/** When the connection opens: a socket has no address after a reset by the client. */
export function keepPeer(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy()
  else peers.set(socket, socket.remoteAddress)
}

/** Replaces a value from the client. */
export const stampPeer = (incoming: IncomingMessage): void =>
  replaceHeader(incoming, peerHeader, peers.get(incoming.socket) ?? 'unknown')

/** Next and pages match these with slow patterns, whose time grows faster than the length. */
const longest = { 'user-agent': 512, 'accept-language': 256 }

/** Cuts what is longer than any browser sends. Must be called before Next reads the request. */
export function cutLongHeaders(incoming: IncomingMessage): void {
  for (const [name, most] of Object.entries(longest)) {
    const value = incoming.headers[name]
    // Node keeps every line of a repeated header in `rawHeaders`.
    if (typeof value === 'string' && (value.length > most || countOf(name, incoming) > 1))
      replaceHeader(incoming, name, value.slice(0, most))
  }
}

/** In `headers` and `rawHeaders`. */
function replaceHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string): void {
  if (headers[name] !== undefined) {
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
      if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2)
    }
  }
  rawHeaders.push(name, value)
  headers[name] = value
}
