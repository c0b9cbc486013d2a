import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { z } from 'zod'
import type { Env } from '@/lib/kit/env'
import type { Client, Endpoint } from '../endpoint/endpoint'
import { interfaceOf } from '../endpoint/interface'
import { type InvalidParam, invalid, problem } from '../endpoint/problem'
import { chunksOf, inTime, textPace } from './body-stream'
import type { Call } from './pipeline'

/** The IP of the socket from our own server, which replaces a value from the client. */
export const peerHeader = 'x-peer-address'

/** Servers refuse all other methods. */
export const usualMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** In bytes, except for forms. 64 KiB for public endpoints and the scheduler. */
export const bodyLimitOf = ({ access: { kind } }: Endpoint): number =>
  kind === 'public' || kind === 'cron' ? publicBodyLimit : 1024 * 1024

/** In bytes. */
export const publicBodyLimit = 64 * 1024

/** Nesting of arrays and objects in JSON. */
export const depthLimit = 64

/** Only for tracing, never a key. The client's, if well formed, else a new one. */
export function requestIdOf(headers: Headers): string {
  const requestId = headers.get('x-request-id')
  return requestId && /^[A-Za-z0-9_-]{8,64}$/.test(requestId) ? requestId : randomUUID()
}

/** From `traceparent` (W3C Trace Context). For logs and metrics only. */
export const traceIdOf = (headers: Headers): string | undefined => {
  const id = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(headers.get('traceparent') ?? '')?.[1]
  return id && /[^0]/.test(id) ? id : undefined
}

/**
 * The IP is that of the socket. With `TRUST_PROXY`, the number of trusted proxies: the address from which the outermost
 * of them got the request, unless that is no IP. On Vercel: `x-real-ip`.
 */
export function clientOf(headers: Headers, env: Env): Client {
  const user_agent = (headers.get('user-agent') ?? '').slice(0, 300)
  const type = headers.get('referer')?.startsWith('https://servicewechat.com/')
    ? 'mini_program'
    : headers.has('sec-fetch-site')
      ? 'browser'
      : 'other'
  return { ip: clientIpOf(headers, env), user_agent, type }
}

/**
 * Counted together: an IPv4 address, or the first `bits` of IPv6 (a multiple of 16), as a customer of a provider
 * usually has a /64. The same for all spellings. A text that is not an IP is its own range.
 */
export function ipRange(ip: string, bits = 64): string {
  const groups = groupsOf(ip)
  if (!groups) return ip
  const [high = 0, low = 0] = groups.slice(6)
  // An IPv4 address as a dual-stack socket gives it: `::ffff:203.0.113.7`.
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const front = groups.slice(0, bits / 16).map((group) => group.toString(16))
  return `${front.join(':')}::/${bits}`
}

/** undefined for anything else. */
function groupsOf(ip: string): number[] | undefined {
  const host = ip.includes(':') ? `http://[${ip.split('%', 1)[0]}]` : ''
  if (!URL.canParse(host)) return undefined
  // A parsed URL has one spelling for each address, without an IPv4 part at the end.
  const [head = '', tail] = new URL(host).hostname.slice(1, -1).split('::', 2)
  const [front, back] = [head, tail ?? ''].map((part) => (part ? part.split(':') : []))
  const middle = Array<string>(8 - (front?.length ?? 0) - (back?.length ?? 0)).fill('0')
  return [...(front ?? []), ...middle, ...(back ?? [])].map((group) => Number.parseInt(group, 16))
}

function clientIpOf(headers: Headers, env: Env): string {
  if (env.VERCEL) return headers.get('x-real-ip') ?? 'unknown'
  const peer = headers.get(peerHeader) ?? 'unknown'
  if (env.TRUST_PROXY === 0) return peer
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  const ip =
    hops
      .at(-env.TRUST_PROXY)
      ?.replace(/^\[(.*)\](:\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1') ?? ''
  return isIP(ip) ? ip : peer
}

/** `undefined` for an empty body. Throws 400, 408, 413 or 415. */
export async function readJson(request: Request, max: number): Promise<unknown> {
  const text = await readText(request, max)
  if (text === '') return undefined
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw problem('unsupported_media_type', { detail: 'Send the body as application/json.' })
  }
  if (isDeeper(text, depthLimit)) {
    throw problem('invalid_request', { detail: `The body may be nested at most ${depthLimit} levels deep.` })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw problem('invalid_request', { detail: 'The body is not valid JSON.' })
  }
}

const [quote, backslash, openArray, closeArray, openObject, closeObject] = Buffer.from('"\\[]{}')

/** Before parsing, because parsing deeply nested text is slow. */
function isDeeper(text: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) if (text.charCodeAt(at) === backslash) at++
    } else if (code === openArray || code === openObject) {
      if (++depth > most) return true
    } else if (code === closeArray || code === closeObject) depth--
  }
  return false
}

/** 400 for bytes that are not UTF-8, 408, 413, or 415 for a compressed body. */
export async function readText(request: Request, max: number): Promise<string> {
  const bytes = await readBytes(request, max)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw problem('invalid_request', { detail: 'The body is not valid UTF-8.' })
  }
}

/** 415: a compressed body could become very large. */
export function refuseEncoded(headers: Headers): void {
  const encoding = headers.get('content-encoding')?.trim() ?? ''
  if (/^(identity)?$/i.test(encoding)) return
  throw problem('unsupported_media_type', {
    detail: 'Send the body without Content-Encoding.',
    headers: { 'accept-encoding': 'identity' },
  })
}

async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  refuseEncoded(request.headers)
  const declared = contentLengthOf(request.headers)
  // The server passes on no more bytes than declared.
  if (declared !== undefined && declared <= max)
    return new Uint8Array(await inTime(textPace.total, request.arrayBuffer()))
  if (!request.body) return new Uint8Array()
  const parts: Uint8Array[] = []
  const size = { max, declared, detail: `The body may have at most ${max} bytes.` }
  for await (const part of chunksOf(request.body, textPace, size)) parts.push(part)
  return Buffer.concat(parts)
}

/** undefined: no Content-Length. */
export function contentLengthOf(headers: Headers): number | undefined {
  const length = headers.get('content-length')
  return length === null ? undefined : Number(length)
}

/** By interface, and for a DELETE with a query, where a misspelled parameter would delete too much. */
const hasStrictQuery = (endpoint: Endpoint): boolean =>
  interfaceOf(endpoint).strict_query || (endpoint.method === 'DELETE' && endpoint.query !== undefined)

/** 400 for a repeated parameter and, with {@link hasStrictQuery}, for an unknown one. */
export function queryOf(endpoint: Endpoint, search: URLSearchParams): Record<string, string> {
  const query: Record<string, string> = {}
  const faults: InvalidParam[] = []
  const shape = shapeOf(endpoint.query)
  for (const name of Object.keys(shape)) {
    const values = search.getAll(name)
    if (values.length > 1) faults.push({ in: 'query', name, reason: 'This was given twice.', code: 'duplicate' })
    else if (values[0] !== undefined) query[name] = values[0]
  }
  if (hasStrictQuery(endpoint)) {
    const unknown = [...new Set(search.keys())].filter((name) => !Object.hasOwn(shape, name)).slice(0, 20)
    for (const name of unknown)
      faults.push({
        in: 'query',
        name: name.slice(0, 64),
        reason: 'There is no such parameter.',
        code: 'unknown_field',
      })
  }
  if (faults[0])
    throw problem('invalid_request', { detail: `${faults[0].name}: ${faults[0].reason}`, invalid_params: faults })
  return query
}

/** With the values of the parameters. */
export const pathOf = (path: string, params: Call['params']): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Empty for other schemas. */
export const shapeOf = (schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> => {
  if (!schema || !('shape' in schema) || typeof schema.shape !== 'object' || schema.shape === null) return {}
  return Object.fromEntries(Object.entries(schema.shape))
}

/** 400, except for an empty body or `{}`. */
export function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return
  const fieldName = typeof body === 'object' ? Object.keys(body)[0] : ''
  if (fieldName !== undefined) throw invalid('body', fieldName, 'unknown_field', 'This endpoint takes no body.')
}
