import { env } from '@/lib/kit/env'
import type { Endpoint } from '../endpoint/endpoint'
import { interfaceOf } from '../endpoint/interface'

/* The browser's session: a token of the interface, in a cookie that next-auth encrypts. */

/**
 * Returns the name of the session cookie. If `BASE_URL` is https, the name has a prefix with which browsers accept and
 * send the cookie over https only. A session cookie without the prefix is then ignored, because an attacker could have
 * set this cookie over plain http.
 */
const sessionCookie = () =>
  env().BASE_URL.startsWith('https:') ? '__Secure-next-auth.session-token' : 'next-auth.session-token'

/**
 * Whether the endpoint accepts the session cookie: always in the admin, elsewhere if the endpoint declares `cookie:
 * true`.
 */
export const takesCookie = (endpoint: Endpoint) => endpoint.cookie === true || interfaceOf(endpoint).cookie

/** Returns the value of a cookie as the browser sent it; undefined: no such cookie. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split('; ')
  return pairs.findLast((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/**
 * The token in the browser's session cookie; undefined if the cookie is missing, forged or expired, or has no token.
 */
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
 * Whether a page of this site sent the request, by `Sec-Fetch-Site`. Older browsers send only `Origin`, which must be
 * `BASE_URL`, or the host of the request with the scheme of `BASE_URL`. Required for a write with the cookie, because
 * browsers attach cookies to requests from other sites too.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  const origin = headers.get('origin')
  const { BASE_URL } = env()
  const used = `${new URL(BASE_URL).protocol}//${headers.get('host')}`
  return origin !== null && (origin === BASE_URL || (URL.canParse(used) && origin === new URL(used).origin))
}

/**
 * Whether a page of another site sent the request. false for a URL that the user typed, and if the browser sends no
 * `Sec-Fetch-Site`.
 */
export function isCrossSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site ? site === 'cross-site' || site === 'same-site' : headers.has('origin') && !isSameOrigin(headers)
}
