import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { encode } from 'next-auth/jwt'

/**
 * The secret with which the servers of the browser tests (`server.mjs`) and of the benchmark encrypt session cookies.
 */
export const cookieSecret = 'for-browser-tests-only-0123456789abcdef'

/** The default password of the demonstration accounts (SANDBOX_PASSWORD). */
const password = 'mini-shop-demo'

/** Signs in with a user name and returns the token. */
export async function tokenOf(request: APIRequestContext, account: string, secret = password): Promise<string> {
  const answer = await request.post('/v1/token', { data: { type: 100, account, secret } })
  const { token }: { token: string } = await answer.json()
  return token
}

let cachedAdminToken: Promise<string> | undefined

/**
 * Returns a session token of the user `admin`. All tests of a worker share the token, because verifying the password
 * takes long.
 */
export function adminToken(request: APIRequestContext): Promise<string> {
  cachedAdminToken ??= tokenOf(request, 'admin')
  return cachedAdminToken
}

/** Signs the browser in, by setting the session cookie that contains `token`. */
export async function carry(context: BrowserContext, token: string, baseURL = 'http://localhost'): Promise<void> {
  const value = await encode({ token: { api_token: token }, secret: cookieSecret })
  await context.addCookies([{ name: 'next-auth.session-token', value, url: baseURL, httpOnly: true, sameSite: 'Lax' }])
}

const ownSecret = 'for-browser-tests-only'

/**
 * Creates a staff member in a new group with exactly the permissions `codes`. An empty list creates no group. Returns
 * the user name (`name`), the displayed name and the password.
 */
export async function newAccount(
  request: APIRequestContext,
  name: string,
  { codes = [], must_change_secret = false }: { codes?: string[]; must_change_secret?: boolean } = {},
): Promise<{ name: string; nickname: string; secret: string }> {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const username = `${name}-${Date.now().toString(36)}`
  const group_ids: number[] = []
  if (codes.length > 0) {
    const group = await request.post('/cms/group', { headers, data: { name: username, permission_codes: codes } })
    const { id }: { id: number } = await group.json()
    group_ids.push(id)
  }
  const data = { username, secret: ownSecret, nickname: name, group_ids, must_change_secret }
  await request.post('/cms/user', { headers, data })
  return { name: username, nickname: name, secret: ownSecret }
}

/** Creates a staff member with exactly these permissions, and signs in. Returns the session token. */
export async function newStaff(request: APIRequestContext, codes: string[], name: string): Promise<string> {
  const account = await newAccount(request, name, { codes })
  return tokenOf(request, account.name, account.secret)
}
