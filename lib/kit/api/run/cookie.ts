import { env } from '@/lib/kit/env'
import type { Endpoint } from '../endpoint/endpoint'
import { interfaceOf } from '../endpoint/interface'

/* A token of the interface, in a cookie that next-auth encrypts. */

/**
 * With https, browsers accept and send the prefixed cookie over https only. A cookie without the prefix is ignored,
 * because an attacker could have set it over plain http.
 */
const sessionCookie = () =>
  env().BASE_URL.startsWith('https:') ? '__Secure-next-auth.session-token' : 'next-auth.session-token'

/** Always in the admin, elsewhere if declared. */
export const takesCookie = (endpoint: Endpoint) => endpoint.cookie === true || interfaceOf(endpoint).cookie

/** As the browser sent it. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split('; ')
  return pairs.findLast((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** undefined: missing, forged, expired or without a token. */
export async function tokenOfCookie(headers: Headers): Promise<string | undefined> {
  const secret = env().NEXTAUTH_SECRET
  const encrypted = cookieOf(headers, sessionCookie())
  if (!secret || !encrypted) return undefined
  // Loaded on use: customers send no cookie, and would wait for this module at their first request.
  const { decode } = await import('next-auth/jwt')
  try {
    const payload = await decode({ token: decodeURIComponent(encrypted), secret })
    return typeof payload?.api_token === 'string' ? payload.api_token : undefined
  } catch {
    return undefined
  }
}

/**
 * By `Sec-Fetch-Site`, or by `Origin` of older browsers: `BASE_URL`, or the request's host with its scheme. Required
 * for writes with the cookie, which browsers attach to requests from other sites too.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  const origin = headers.get('origin')
  const { BASE_URL } = env()
  const used = `${new URL(BASE_URL).protocol}//${headers.get('host')}`
  return origin !== null && (origin === BASE_URL || (URL.canParse(used) && origin === new URL(used).origin))
}

/** false for a URL that the user typed, and without `Sec-Fetch-Site`. */
export function isCrossSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site ? site === 'cross-site' || site === 'same-site' : headers.has('origin') && !isSameOrigin(headers)
}
