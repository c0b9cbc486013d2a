import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { encode } from 'next-auth/jwt'

/** What server.mjs and the servers of the benchmarks seal the cookies with. */
export const cookieSecret = 'for-browser-tests-only-0123456789abcdef'

/** Of the demonstration's accounts, where SANDBOX_PASSWORD does not say otherwise. */
const password = 'mini-shop-demo'

/** The token of a staff member of the demonstration. */
export async function tokenOf(request: APIRequestContext, account: string, with_secret = password): Promise<string> {
  const answer = await request.post('/v1/token', { data: { type: 100, account, secret: with_secret } })
  const { token }: { token: string } = await answer.json()
  return token
}

let ofAdmin: Promise<string> | undefined

/** A token of the administrator, the same for all tests of a worker: hashing his password each time takes long. */
export function adminToken(request: APIRequestContext): Promise<string> {
  ofAdmin ??= tokenOf(request, 'admin')
  return ofAdmin
}

/** The browser as it is after signing in with this token. */
export async function carry(context: BrowserContext, token: string, baseURL = 'http://localhost'): Promise<void> {
  const value = await encode({ token: { api_token: token }, secret: cookieSecret })
  await context.addCookies([{ name: 'next-auth.session-token', value, url: baseURL, httpOnly: true, sameSite: 'Lax' }])
}

const ownSecret = 'for-browser-tests-only'

/** A staff member in a group of his own that holds exactly these permission points. Answers a token of his. */
export async function newStaff(request: APIRequestContext, codes: string[], name: string): Promise<string> {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const username = `${name}-${Date.now().toString(36)}`
  const group_ids: number[] = []
  if (codes.length > 0) {
    const group = await request.post('/cms/group', { headers, data: { name: username, permission_codes: codes } })
    const { id }: { id: number } = await group.json()
    group_ids.push(id)
  }
  const data = { username, secret: ownSecret, nickname: name, group_ids, must_change_secret: false }
  await request.post('/cms/user', { headers, data })
  return tokenOf(request, username, ownSecret)
}
