import { isRedirectError } from 'next/dist/client/components/redirect-error'
import { encode } from 'next-auth/jwt'
import { expect, test } from 'vitest'
import type { Endpoint } from '@/lib/api/endpoint'
import { listDictTypes } from '@/lib/dict_type/endpoints'
import { env } from '@/lib/env'
import { newStaff } from '@/lib/testing/factories'
import { getToken } from '@/lib/token/endpoints'
import { getUser } from '@/lib/user/endpoints'
import { ask, call } from './call'
import { pagePathHeader } from './entrance'
import { inRequest } from './testing'

/** As a page of the admin is rendered for a browser with this session. */
async function onPage<T>(token: string | undefined, run: () => Promise<T>, address = '/admin/user?page=2'): Promise<T> {
  const headers: Record<string, string> = { [pagePathHeader]: address }
  if (token) {
    const sealed = await encode({ token: { api_token: token }, secret: env().NEXTAUTH_SECRET ?? '' })
    headers.cookie = `locale=en; next-auth.session-token=${sealed}`
  }
  return inRequest(new Request(`http://localhost:3000${address}`, { headers }), run)
}

/** Where a page leads instead of showing anything. */
const leadsTo = (token: string | undefined, endpoint: Endpoint) =>
  onPage(token, () => call(endpoint)).catch((error: unknown) => {
    if (!isRedirectError(error)) throw error
    return error.digest.split(';')[2]
  })

test('a page asks as whoever the cookie says', async () => {
  const staff = await newStaff(['cms.dict_type.list'])
  expect(await onPage(staff.token, () => call(getUser))).toMatchObject({ id: staff.id, username: staff.username })
  expect(await onPage(staff.token, () => call(listDictTypes))).toEqual(expect.any(Array))
})

test('who is not signed in is led to the login and back', async () => {
  const login = '/admin/login?from=%2Fadmin%2Fuser%3Fpage%3D2'
  expect(await leadsTo(undefined, getUser)).toBe(login)
  expect(await leadsTo('unknown', getUser)).toBe(login)
})

test('who has to choose a new password is led there first', async () => {
  const { token } = await newStaff(['cms.dict_type.list'], { must_change_secret: true })
  const address = '/admin/login/password?from=%2Fadmin%2Fuser%3Fpage%3D2'
  expect(await leadsTo(token, listDictTypes)).toBe(address)
  expect(await leadsTo(token, getUser)).toBe(address)
  expect(await onPage(token, () => ask(getUser))).toMatchObject({ is_root: false })
})

test('what is refused otherwise is thrown', async () => {
  const { token } = await newStaff()
  await expect(onPage(token, () => call(listDictTypes))).rejects.toMatchObject({ code: 'forbidden' })
  await expect(onPage(undefined, () => ask(getToken))).rejects.toMatchObject({ code: 'unauthenticated' })
})
