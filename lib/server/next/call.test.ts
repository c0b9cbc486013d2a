import { isRedirectError } from 'next/dist/client/components/redirect-error'
import { encode } from 'next-auth/jwt'
import { expect, test } from 'vitest'
import { listDictTypes } from '@/lib/dict_type/cms'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { env } from '@/lib/kit/env'
import { newStaff } from '@/lib/server/testing/factories'
import { getToken } from '@/lib/token/endpoints'
import { getUser } from '@/lib/user/endpoints'
import { ask, call } from './call'
import { pagePathHeader } from './sign-in-paths'
import { inRequest } from './testing'

/** Runs a function as if a page of the admin called it. `token`: the session of the browser; undefined: signed out. */
async function onPage<T>(token: string | undefined, run: () => Promise<T>, path = '/admin/user?page=2'): Promise<T> {
  const headers: Record<string, string> = { [pagePathHeader]: path }
  if (token) {
    const sealed = await encode({ token: { api_token: token }, secret: env().NEXTAUTH_SECRET ?? '' })
    headers.cookie = `locale=en; next-auth.session-token=${sealed}`
  }
  return inRequest(new Request(`http://localhost:3000${path}`, { headers }), run)
}

/** Calls an endpoint on a page that should redirect. Returns the path of the redirect. */
const redirectOf = (token: string | undefined, endpoint: Endpoint) =>
  onPage(token, () => call(endpoint)).catch((error: unknown) => {
    if (!isRedirectError(error)) throw error
    return error.digest.split(';')[2]
  })

test('a page calls endpoints as the user of the cookie', async () => {
  const staff = await newStaff(['cms.dict_type.list'])
  expect(await onPage(staff.token, () => call(getUser))).toMatchObject({ id: staff.id, username: staff.username })
  expect(await onPage(staff.token, () => call(listDictTypes))).toEqual(expect.any(Array))
})

test('a page without a session redirects to the sign-in page, which leads back', async () => {
  const login = '/admin/login?from=%2Fadmin%2Fuser%3Fpage%3D2'
  expect(await redirectOf(undefined, getUser)).toBe(login)
  expect(await redirectOf('unknown', getUser)).toBe(login)
})

test('a page redirects users who must choose a new password', async () => {
  const { token } = await newStaff(['cms.dict_type.list'], { must_change_secret: true })
  const passwordPage = '/admin/login/password?from=%2Fadmin%2Fuser%3Fpage%3D2'
  expect(await redirectOf(token, listDictTypes)).toBe(passwordPage)
  expect(await redirectOf(token, getUser)).toBe(passwordPage)
  expect(await onPage(token, () => ask(getUser))).toMatchObject({ is_root: false })
})

test('other problems are thrown', async () => {
  const { token } = await newStaff()
  await expect(onPage(token, () => call(listDictTypes))).rejects.toMatchObject({ code: 'forbidden' })
  await expect(onPage(undefined, () => ask(getToken))).rejects.toMatchObject({ code: 'unauthenticated' })
})
