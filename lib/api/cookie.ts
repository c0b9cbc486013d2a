import { decode } from 'next-auth/jwt'
import { env } from '@/lib/env'
import type { Endpoint } from './endpoint'
import { interfaceOf } from './interface'

/* The browser's session: the same token as everywhere, in a cookie that next-auth encrypts. */

/**
 * The name of the cookie. Where the shop is reached over https the prefix makes browsers take and send it over https
 * alone, and then no other name is looked at: a cookie without the prefix could have been planted over plain http.
 */
const sessionCookie = () =>
  env().BASE_URL.startsWith('https:') ? '__Secure-next-auth.session-token' : 'next-auth.session-token'

/** Where the cookie counts: everywhere in the admin, elsewhere where the endpoint says so. */
export const takesCookie = (endpoint: Endpoint) => endpoint.cookie === true || interfaceOf(endpoint).cookie

/** The token in the browser's cookie; undefined where there is none, or where it is forged, stale or not ours. */
export async function tokenOfCookie(headers: Headers): Promise<string | undefined> {
  const secret = env().NEXTAUTH_SECRET
  const cookies = new Map(
    (headers.get('cookie') ?? '').split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    }),
  )
  const sealed = cookies.get(sessionCookie())
  if (!secret || !sealed) return undefined
  try {
    const opened = await decode({ token: decodeURIComponent(sealed), secret })
    return typeof opened?.api_token === 'string' ? opened.api_token : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a page of this very site sent the request. A cookie goes along with requests that other sites make, so a
 * write by cookie needs this. Browsers say it in `Sec-Fetch-Site`; older ones by `Origin`, which must be the address
 * that they used to reach us.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  const origin = headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  return origin === env().BASE_URL || new URL(origin).host === headers.get('host')
}
