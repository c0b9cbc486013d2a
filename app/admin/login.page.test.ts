import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, cookieOf, newStaff, origin, readPage } from '@/lib/server/testing/pages'

/** Returns the redirect target of a page; undefined: the page does not redirect. */
async function redirectOf(path: string, token?: string): Promise<string | undefined> {
  const { status, headers } = await readPage(path, token ? { token } : {})
  const location = headers.get('location')
  if (location === null) return undefined
  expect(status).toBe(307)
  const { origin: site, pathname, search } = new URL(location, origin())
  expect(site).toBe(origin())
  return pathname + search
}

describe('a page of the admin', () => {
  test('redirects to the sign-in, which leads back to the page', async () => {
    expect(await redirectOf('/admin')).toBe('/admin/login')
    expect(await redirectOf('/admin?tab=today')).toBe('/admin/login?from=%2Fadmin%3Ftab%3Dtoday')
    expect(await redirectOf('/admin/somewhere?a=1')).toBe('/admin/login?from=%2Fadmin%2Fsomewhere%3Fa%3D1')
  })

  test('treats a forged cookie, or the cookie of a missing session, like no cookie', async () => {
    for (const cookie of ['next-auth.session-token=forged', await cookieOf('a token that nobody has')]) {
      const answer = await readPage('/admin/somewhere?a=1', { headers: { cookie } })
      expect(answer.status).toBe(307)
      expect(new URL(answer.headers.get('location') ?? '', origin()).href).toBe(
        `${origin()}/admin/login?from=%2Fadmin%2Fsomewhere%3Fa%3D1`,
      )
    }
  })

  test('says that a session was ended only after a session has ended', async () => {
    // Searches with tags, because a script of the page contains the same text.
    const told = '>Your session was ended. Sign in again.<'
    const ended = { cookie: await cookieOf('a token that nobody has') }
    expect((await readPage('/admin/login', { headers: ended })).html).toContain(told)
    expect((await readPage('/admin/login')).html).not.toContain(told)
  })

  test('is not cached, and does not contain the token of its session', async () => {
    const token = await newStaff([])
    const { status, headers, html } = await readPage('/admin', { token })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(html).not.toContain(token)
    expect(html).not.toContain('api_token')
  })

  test('is not shown after the session has ended', async () => {
    const token = await newStaff([])
    expect(await redirectOf('/admin/profile', token)).toBeUndefined()
    const authorization = `Bearer ${token}`
    expect((await ask('/v1/token', { method: 'DELETE', headers: { authorization } })).status).toBe(204)
    expect(await redirectOf('/admin/profile', token)).toBe('/admin/login?from=%2Fadmin%2Fprofile')
  })
})

describe('the sign-in', () => {
  test('sends signed-in users to the requested page, never to another site', async () => {
    const token = await newStaff([])
    expect(await redirectOf('/admin/login', token)).toBe('/admin')
    expect(await redirectOf('/admin/login?from=%2Fadmin%3Ftab%3Dnext', token)).toBe('/admin?tab=next')
    for (const from of [
      '//evil.example.com',
      '/\\evil.example.com',
      'https://evil.example.com',
      '/admin/..//evil.example.com',
    ])
      expect(await redirectOf(`/admin/login?${new URLSearchParams({ from })}`, token), from).toBe('/admin')
  })

  test('cannot be submitted before its script runs, which would put the password into the URL', async () => {
    const { document } = await readPage('/admin/login')
    const form = document.querySelector('form')
    expect(form?.getAttribute('method')).toBe('post')
    expect([...(form?.querySelectorAll('[type=submit]') ?? [])].map((one) => one.hasAttribute('disabled'))).toEqual([
      true,
    ])
  })

  test('can be filled in by password managers, and offers the accounts of the demonstration', async () => {
    const { document } = await readPage('/admin/login')
    const field = (name: string) => document.querySelector(`form input[name=${name}]`)
    expect(field('account')?.getAttribute('autocomplete')).toBe('username')
    expect(field('secret')?.getAttribute('autocomplete')).toBe('current-password')
    expect(field('secret')?.getAttribute('type')).toBe('password')
    const names = [...document.querySelectorAll('form button[type=button]')].map(({ textContent }) => textContent)
    expect(names).toEqual(expect.arrayContaining(['admin', 'auditor']))
  })
})

describe('the page for a new password', () => {
  /** Creates a user with a temporary password and signs in. Returns the session token. */
  async function temporary(): Promise<string> {
    const secret = 'a temporary password of theirs'
    const username = `temporary-${process.pid}-${Date.now()}`
    const json = { 'content-type': 'application/json' }
    const headers = { ...json, authorization: `Bearer ${await newStaff(['cms.user.create'])}` }
    const body = JSON.stringify({ username, secret, nickname: username, group_ids: [], must_change_secret: true })
    expect((await ask('/cms/user', { method: 'POST', headers, body })).status).toBe(201)
    const login = JSON.stringify({ type: 100, account: username, secret })
    const answer = await ask('/v1/token', { method: 'POST', headers: json, body: login })
    return z.object({ token: z.string() }).parse(await answer.json()).token
  }

  test('comes before any other page, and keeps the requested page', async () => {
    const token = await temporary()
    const path = '/admin/login/password?from=%2Fadmin%3Ftab%3Dfirst'
    expect(await redirectOf('/admin?tab=first', token)).toBe(path)
    expect(await redirectOf('/admin/login?from=%2Fadmin%3Ftab%3Dfirst', token)).toBe(path)
    const { status, document } = await readPage(path, { token })
    expect(status).toBe(200)
    expect(document.querySelector('h1')?.textContent).toBe('Choose a new password')
  })

  test('is only for users with a temporary password', async () => {
    expect(await redirectOf('/admin/login/password')).toBe('/admin/login')
    expect(await redirectOf('/admin/login/password', await newStaff([]))).toBe('/admin')
  })
})
