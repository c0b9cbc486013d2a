/// <reference types="vite/client" />
import { eq } from 'drizzle-orm'
import { encode } from 'next-auth/jwt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { hashOf } from '@/lib/kit/api/endpoint/caller'
import { tokenOfCookie } from '@/lib/kit/api/run/cookie'
import { forgetSettings } from '@/lib/kit/config/settings'
import { env } from '@/lib/kit/env'
import { type ApiInput, api, dispatch, send } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, resetParameter, setParameters, unique } from '@/lib/server/testing/factories'
import { hashSecret } from '@/lib/token/secret'
import { inRequest } from './testing'

type Handler = (request: Request, context: { params: Promise<{ nextauth: string[] }> }) => Promise<Response>
const [load] = Object.values(import.meta.glob<Record<'GET' | 'POST', Handler>>('../../../app/api/auth/*/route.ts'))
if (!load) throw new Error('next-auth is not mounted')
const mounted = await load()

const secret = 'the right password'
const secret_hash = await hashSecret(secret)

/** A client that keeps cookies as browsers do. */
class Browser {
  readonly cookies = new Map<string, string>()
  constructor(readonly ip = unique('ip')) {}

  async ask(action: string, fields?: Record<string, string>, headers: Record<string, string> = {}) {
    const request = new Request(`http://localhost:3000/api/auth/${action}`, {
      method: fields ? 'POST' : 'GET',
      headers: { 'x-peer-address': this.ip, 'user-agent': 'a browser', cookie: this.header, ...headers },
      ...(fields && { body: new URLSearchParams(fields) }),
    })
    const context = { params: Promise.resolve({ nextauth: action.split('?')[0]?.split('/') ?? [] }) }
    const response = await inRequest(request, () => mounted[fields ? 'POST' : 'GET'](request, context))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }

  async post(action: string, fields: Record<string, string> = {}) {
    const { body } = await this.ask('csrf')
    return this.ask(action, { ...fields, csrfToken: body.csrfToken })
  }

  /** Signs in. Returns the error that the page would show; undefined: success. */
  async signIn(account: string, password = secret) {
    const { status, body } = await this.post('callback/credentials', { account, secret: password })
    const error = new URL(body.url).searchParams.get('error')
    expect(status).toBe(error === null ? 200 : 401)
    return error ?? undefined
  }

  get header() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Returns the same browser with another IP. */
  at(ip: string): Browser {
    const moved = new Browser(ip)
    for (const [name, value] of this.cookies) moved.cookies.set(name, value)
    return moved
  }

  get session() {
    return this.cookies.get('next-auth.session-token')
  }

  /** Returns the cookies and headers of a request that a page of this site sends. */
  get sameOrigin(): ApiInput {
    return { headers: { cookie: this.header, 'sec-fetch-site': 'same-origin' } }
  }

  async token() {
    return (await tokenOfCookie(new Headers({ cookie: this.header }))) ?? ''
  }
}

async function newStaffBrowser(codes: string[] = []) {
  const staff = await newStaff(codes, { secret_hash })
  return { ...staff, browser: new Browser() }
}

async function signedIn(codes: string[] = []) {
  const staff = await newStaffBrowser(codes)
  expect(await staff.browser.signIn(staff.username)).toBeUndefined()
  return { ...staff, token: await staff.browser.token() }
}

const sessionsOf = async (user_id: number) =>
  (await database()).$count(tables.session, eq(tables.session.user_id, user_id))

const loginsOf = async (account: string) =>
  (await database())
    .select()
    .from(tables.login_log)
    .where(eq(tables.login_log.account, account))
    .orderBy(tables.login_log.id)

beforeEach(() => forgetSettings())

describe('signing in', () => {
  test('works by user name, email and phone number, in one field', async () => {
    const { id, username, browser } = await newStaffBrowser()
    const [email, mobile] = [`${unique('m')}@example.com`, `139${String(id).padStart(8, '0')}`]
    await (await database()).insert(tables.identity).values([
      { user_id: id, type: 101, identifier: email },
      { user_id: id, type: 102, identifier: mobile },
    ])
    for (const account of [username, username.toUpperCase(), ` ${email} `, mobile, `+86${mobile}`]) {
      expect(await browser.signIn(account)).toBeUndefined()
      expect((await api('GET /v1/user', browser.sameOrigin)).body.id).toBe(id)
      browser.cookies.delete('next-auth.session-token')
    }
  })

  test('stores the token only in the encrypted cookie', async () => {
    const { username, browser, id } = await newStaffBrowser()
    const { body } = await browser.ask('csrf')
    const reply = await browser.ask('callback/credentials', { account: username, secret, csrfToken: body.csrfToken })
    const token = await browser.token()
    expect(token).toMatch(/^[\w-]{43}$/)
    const line = reply.headers.getSetCookie().find((cookie) => cookie.startsWith('next-auth.session-token=')) ?? ''
    expect(line).toMatch(/HttpOnly/i)
    expect(line).toMatch(/SameSite=lax/i)
    expect(line).not.toMatch(/Secure/i)
    // The cookie has a longer lifetime than any session.
    expect(Date.parse(/Expires=([^;]+)/.exec(line)?.[1] ?? '')).toBeGreaterThan(Date.now() + 365 * 86_400_000)
    expect(reply.headers.get('cache-control')).toBe('private, no-store')
    expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
    const session = await browser.ask('session')
    expect(session.body).toEqual({ user: { id: String(id), name: '测试' }, expires: expect.any(String) })
    for (const text of [reply.text, session.text, [...reply.headers.values()].join()]) expect(text).not.toContain(token)
    const [row] = await (await database())
      .select()
      .from(tables.session)
      .where(eq(tables.session.token_hash, hashOf(token)))
    expect(row).toMatchObject({ user_id: id, ip: browser.ip, user_agent: 'a browser' })
  })

  test('is recorded in the sign-in log, with the IP that the server saw', async () => {
    const { username, browser } = await newStaffBrowser()
    await browser.signIn(username, 'a wrong password')
    await browser.signIn(username)
    expect(await loginsOf(username)).toMatchObject([
      { success: false, reason: 'wrong_secret', ip: browser.ip, user_agent: 'a browser', type: 100 },
      { success: true, reason: null, ip: browser.ip },
    ])
  })

  test('answers unknown, wrong, empty, impossible, disabled and deleted accounts alike', async () => {
    const { username } = await newStaffBrowser()
    const disabled = await newStaffBrowser()
    await (await database()).update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, disabled.id))
    const gone = await newStaffBrowser()
    await (await database()).delete(tables.identity).where(eq(tables.identity.user_id, gone.id))
    const attempts: [string, string][] = [
      ['nobody-of-this-name', secret],
      [username, 'a wrong password'],
      [username, ''],
      ['', ''],
      ['no such name', secret],
      ['x'.repeat(300), secret],
      [username, 'x'.repeat(300)],
      [disabled.username, secret],
      [gone.username, secret],
    ]
    const answers = await Promise.all(
      attempts.map(async ([account, password]) => {
        const browser = new Browser()
        const { status, body } = await browser.post('callback/credentials', { account, secret: password })
        return { status, url: body.url, session: browser.session }
      }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 401, session: undefined })
  })

  test('refuses customers: their password is answered, counted and recorded as an unknown account', async () => {
    const { id } = await newCustomer({ secret_hash })
    const username = unique('customer-')
    await (await database()).insert(tables.identity).values({ user_id: id, type: 100, identifier: username })
    const browser = new Browser()
    const before = await sessionsOf(id)
    for (let attempt = 0; attempt < 5; attempt++) expect(await browser.signIn(username)).toBe('CredentialsSignin')
    expect(await browser.signIn(username)).toMatch(/^account_locked:\d+$/)
    expect(browser.session).toBeUndefined()
    expect(await sessionsOf(id)).toBe(before)
    expect(await loginsOf(username)).toEqual([])
    expect(
      (await api('POST /v1/token', { body: { type: 100, account: username, secret }, ip: unique('ip') })).status,
    ).toBe(200)
  })

  test('is locked after too many failures, including those of POST /v1/token, and returns the time left', async () => {
    const { username, browser } = await newStaffBrowser()
    for (let attempt = 0; attempt < 2; attempt++) await browser.signIn(username, 'a wrong password')
    const body = { type: 100 as const, account: username, secret: 'a wrong password' }
    for (let attempt = 0; attempt < 3; attempt++) await api('POST /v1/token', { body, ip: browser.ip })
    const error = await browser.signIn(username)
    expect(error).toMatch(/^account_locked:\d+$/)
    const seconds = Number(error?.split(':')[1])
    expect(seconds).toBeGreaterThan(500)
    expect(seconds).toBeLessThanOrEqual(600)
    expect(browser.session).toBeUndefined()
    expect(await new Browser().signIn(username)).toBeUndefined()
  })

  test('requires the CSRF token of next-auth', async () => {
    const { username, browser } = await newStaffBrowser()
    await browser.ask('csrf')
    for (const csrfToken of ['', 'made up']) {
      const reply = await browser.ask('callback/credentials', { account: username, secret, csrfToken })
      expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect(browser.session).toBeUndefined()
    expect(await loginsOf(username)).toEqual([])
  })

  test('accepts only forms, up to a maximum size', async () => {
    const { browser } = await newStaffBrowser()
    const json = { 'content-type': 'application/json' }
    expect((await browser.ask('callback/credentials', { a: '1' }, json)).status).toBe(415)
    expect((await browser.ask('callback/credentials', { account: 'x'.repeat(66_000) })).status).toBe(413)
  })

  test.each(['providers', 'signin', 'signout', 'error', 'verify-request', '_log'])(
    'GET %s is closed',
    async (action) => {
      expect(await new Browser().ask(action)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )

  test.each(['signin/credentials', 'session', '_log'])('POST %s is closed', async (action) => {
    expect(await new Browser().post(action)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('a browser that signed in before', () => {
  const strangers = async (username: string) => {
    await setParameters({ 'limit.login_account': 3 })
    for (let at = 0; at < 4; at++) await new Browser().signIn(username, 'wrong password')
    expect(await new Browser().signIn(username)).toMatch(/^account_locked:/)
  }
  afterEach(() => resetParameter('limit.login_account'))

  test('signs in while strangers have locked the account, from whatever IP', async () => {
    const { browser, username } = await signedIn()
    await browser.post('signout')
    await strangers(username)
    expect(await browser.at(unique('ip')).signIn(username)).toBeUndefined()
  })

  test('has its own count of failures', async () => {
    const { browser, username } = await signedIn()
    await browser.post('signout')
    for (let at = 0; at < 5; at++)
      expect(await browser.at(unique('ip')).signIn(username, 'wrong password')).toBe('CredentialsSignin')
    expect(await browser.at(unique('ip')).signIn(username)).toMatch(/^account_locked:/)
    // Other browsers are not affected.
    expect(await new Browser().signIn(username)).toBeUndefined()
  })

  test('is known by a cookie for the sign-in alone, for 180 days', async () => {
    const { browser, username } = await newStaffBrowser()
    const { headers } = await browser.post('callback/credentials', { account: username, secret })
    const line = headers.getSetCookie().find((one) => one.startsWith('known_device='))
    expect(line).toMatch(/^known_device=[\w.~-]+; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Lax$/)
    const failed = await new Browser().post('callback/credentials', { account: username, secret: 'wrong password' })
    expect(failed.headers.getSetCookie().join()).not.toContain('known_device')
  })

  test('is known to all users who signed in with it, and not with a forged cookie or that of another browser', async () => {
    const [first, second, third] = [await signedIn(), await newStaffBrowser(), await newStaffBrowser()]
    await first.browser.signIn(second.username)
    const cookie = first.browser.cookies.get('known_device') ?? ''
    for (const { username } of [first, second, third]) await strangers(username)
    const attempt = (username: string, known_device: string) => {
      const other = new Browser()
      other.cookies.set('known_device', known_device)
      return other.signIn(username)
    }
    expect(await attempt(first.username, cookie)).toBeUndefined()
    expect(await attempt(second.username, cookie)).toBeUndefined()
    expect(await attempt(third.username, cookie)).toMatch(/^account_locked:/)
    const [entry = ''] = cookie.split('~')
    const forged = [
      entry.replace(/^\d+/, String(third.id)),
      entry.replace(/[\w-]{43}$/, 'A'.repeat(43)),
      entry.replace(/\.\d+\./, '.9999999999.'),
      '',
      '~',
      'x',
    ]
    for (const one of forged) expect(await attempt(third.username, one), one).toMatch(/^account_locked:/)
    expect(await attempt(second.username, forged[1] ?? '')).toMatch(/^account_locked:/)
  })
})

test('signing in ends the session that the cookie held', async () => {
  const { browser, token, username } = await signedIn()
  const other = await newStaff()
  expect(await browser.signIn(username, 'wrong password')).toBe('CredentialsSignin')
  expect((await api('GET /v1/user', { token })).status).toBe(200)
  expect(await browser.signIn(username)).toBeUndefined()
  expect((await api('GET /v1/user', { token })).status).toBe(401)
  expect((await api('GET /v1/user', browser.sameOrigin)).status).toBe(200)
  expect((await api('GET /v1/user', { token: other.token })).status).toBe(200)
})

test.each(['javascript:alert(1)', 'data:text/html,x', ':'])('a callback URL of %s is ignored', async (target) => {
  for (const name of ['next-auth.callback-url', '__Secure-next-auth.callback-url']) {
    const { browser, username } = await newStaffBrowser()
    browser.cookies.set(name, encodeURIComponent(target))
    expect((await browser.ask('csrf')).status).toBe(200)
    browser.cookies.set(name, encodeURIComponent(target))
    expect(await browser.signIn(username)).toBeUndefined()
  }
  const { browser, username } = await newStaffBrowser()
  expect((await browser.ask(`csrf?callbackUrl=${encodeURIComponent(target)}`)).status).toBe(200)
  expect((await browser.post('callback/credentials', { account: username, secret, callbackUrl: target })).status).toBe(
    200,
  )
})

describe('the cookie', () => {
  test('gives access to the endpoints of staff only', async () => {
    const { browser } = await signedIn(['cms.dict_type.list'])
    expect((await api('GET /cms/dict', browser.sameOrigin)).status).toBe(200)
    expect((await api('GET /cms/dict_type', browser.sameOrigin)).status).toBe(200)
    expect((await api('GET /v1/user', browser.sameOrigin)).status).toBe(200)
    expect((await api('GET /v1/token', browser.sameOrigin)).status).toBe(200)
    expect((await api('GET /v1/address', browser.sameOrigin)).status).toBe(401)
    expect((await api('GET /v1/order', browser.sameOrigin)).status).toBe(401)
  })

  const statusWith = async (cookie: string) => (await api('GET /v1/user', { headers: { cookie } })).status
  const seal = (token: object, key = env().NEXTAUTH_SECRET ?? '') => encode({ token: { ...token }, secret: key })

  test('gives no access if it is forged, encrypted with another secret, has other content or is expired', async () => {
    const { token, browser } = await signedIn()
    const name = 'next-auth.session-token'
    expect(await statusWith(`${name}=${await seal({ api_token: token })}`)).toBe(200)
    const bad = [
      'forged',
      '',
      '%zz',
      await seal({ api_token: token }, 'another secret of thirty-two characters'),
      await seal({ api_token: 7 }),
      await seal({ api_token: 'unknown' }),
      await seal({}),
      await encode({ token: { api_token: token }, secret: env().NEXTAUTH_SECRET ?? '', maxAge: -60 }),
      `${browser.session?.slice(0, -2)}AA`,
    ]
    for (const value of bad) expect(await statusWith(`${name}=${value}`), value).toBe(401)
    // The prefixed name is used only over https: over plain http an attacker on the network could set it.
    expect(await statusWith(`__Secure-${name}=${await seal({ api_token: token })}`)).toBe(401)
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    [
      'an ended session',
      async (id) =>
        (await database()).update(tables.session).set({ revoked_at: new Date() }).where(eq(tables.session.user_id, id)),
    ],
    [
      'a stale session',
      async (id) =>
        (await database())
          .update(tables.session)
          .set({ expires_at: new Date(0) })
          .where(eq(tables.session.user_id, id)),
    ],
    [
      'a disabled user',
      async (id) => (await database()).update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, id)),
    ],
    [
      'a deleted user',
      async (id) =>
        (await database()).update(tables.user).set({ deleted_at: new Date() }).where(eq(tables.user.id, id)),
    ],
  ])('of %s gives no access', async (_, end) => {
    const { id, browser } = await signedIn()
    expect((await api('GET /v1/user', browser.sameOrigin)).status).toBe(200)
    await end(id)
    expect((await api('GET /v1/user', browser.sameOrigin)).status).toBe(401)
    expect((await api('GET /cms/dict', browser.sameOrigin)).status).toBe(401)
  })

  test('is ignored if a header has a token', async () => {
    const { browser } = await signedIn()
    const other = await newStaff()
    const headers = { ...browser.sameOrigin.headers, authorization: `Bearer ${other.token}` }
    expect((await api('GET /v1/user', { headers })).body.id).toBe(other.id)
    expect((await api('GET /v1/user', { headers: { ...browser.sameOrigin.headers, token: 'unknown' } })).status).toBe(
      401,
    )
  })

  test('allows writes only from pages of this site', async () => {
    const { id, browser } = await signedIn(['cms.dict_type.create'])
    const write = (headers: Record<string, string>) =>
      api('POST /cms/dict_type', {
        headers: { cookie: browser.header, ...headers },
        body: { type: unique('t_'), name: '类型' },
      })
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
      { origin: 'https://localhost:3000' },
      { origin: 'http://localhost:3001' },
      { origin: 'http://localhost' },
      { origin: 'https://shop.example.com:3000', host: 'shop.example.com:3000' },
      {},
    ]
    for (const headers of foreign)
      expect(await write(headers), JSON.stringify(headers)).toMatchObject({
        status: 403,
        problem: { code: 'forbidden' },
      })
    expect((await write({ 'sec-fetch-site': 'same-origin' })).status).toBe(201)
    expect((await write({ origin: 'http://localhost:3000' })).status).toBe(201)
    const rows = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.user_id, id))
      .orderBy(tables.oper_log.id)
    // Requests that another site made the browser send are neither logged as the user's nor counted.
    expect(rows.map(({ status }) => status)).toEqual([201, 201])
  })

  test('writes that other sites make it send use up nothing of the limit of writes', async () => {
    const { browser } = await signedIn(['cms.dict_type.create'])
    await setParameters({ 'limit.writes_per_minute': 2 })
    const write = (site: string) =>
      api('POST /cms/dict_type', {
        headers: { cookie: browser.header, 'sec-fetch-site': site },
        body: { type: unique('t_'), name: '类型' },
      })
    for (let at = 0; at < 4; at++) expect((await write('cross-site')).status).toBe(403)
    expect((await write('same-origin')).status).toBe(201)
    await setParameters({ 'limit.writes_per_minute': 300 })
  })

  test('exports only to pages of this site, and by hand', async () => {
    const { id, browser } = await signedIn(['cms.login_log.list', 'cms.login_log.export'])
    const ask = async (headers: Record<string, string>, format = 'csv') => {
      const request = new Request(`http://localhost:3000/cms/login_log?format=${format}&user_id=${id}`, {
        headers: { cookie: browser.header, 'x-peer-address': browser.ip, ...headers },
      })
      const response = await dispatch(request)
      await response.text()
      return response.status
    }
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example.com' },
    ]
    for (const headers of foreign) expect(await ask(headers), JSON.stringify(headers)).toBe(403)
    expect(await ask({ 'sec-fetch-site': 'cross-site' }, 'json')).toBe(200)
    const rows = () => database().then((db) => db.$count(tables.oper_log, eq(tables.oper_log.user_id, id)))
    expect(await rows()).toBe(0)
    for (const site of ['same-origin', 'none']) expect(await ask({ 'sec-fetch-site': site })).toBe(200)
    expect(await rows()).toBe(2)
  })

  test('is refused with a form as the body, and the attempt is logged', async () => {
    const { id, browser } = await signedIn(['cms.dict_type.create'])
    const raw = new URLSearchParams({ type: 'a_type', name: 'x' })
    expect((await send('POST', '/cms/dict_type', { ...browser.sameOrigin, raw })).status).toBe(415)
    expect((await send('POST', '/cms/dict_type', { headers: { cookie: browser.header }, raw })).status).toBe(403)
    const rows = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.user_id, id))
      .orderBy(tables.oper_log.id)
    expect(rows.map(({ status, code }) => ({ status, code }))).toEqual([
      { status: 415, code: 'unsupported_media_type' },
    ])
  })
})

describe('signing out', () => {
  test('ends the session and deletes the cookie', async () => {
    const { browser, token } = await signedIn()
    const header = browser.header
    expect((await browser.post('signout')).status).toBe(200)
    expect(browser.session).toBeUndefined()
    expect((await api('GET /v1/user', { headers: { cookie: header } })).status).toBe(401)
    expect((await api('GET /v1/user', { token })).status).toBe(401)
  })

  test('works with an ended session, a forged cookie and no cookie', async () => {
    const { browser, id } = await signedIn()
    await (await database()).delete(tables.session).where(eq(tables.session.user_id, id))
    expect((await browser.post('signout')).status).toBe(200)
    expect(browser.session).toBeUndefined()
    browser.cookies.set('next-auth.session-token', 'forged')
    expect((await browser.post('signout')).status).toBe(200)
    expect(browser.session).toBeUndefined()
    expect((await browser.post('signout')).status).toBe(200)
  })

  test('requires the CSRF token of next-auth', async () => {
    const { browser } = await signedIn()
    expect((await browser.ask('signout', { csrfToken: 'made up' })).status).toBe(403)
    expect((await api('GET /v1/user', browser.sameOrigin)).status).toBe(200)
  })

  test('keeps the cookie if the session cannot be ended, so that it can be repeated', async () => {
    const { browser } = await signedIn()
    await setParameters({ 'limit.writes_per_minute': 1 })
    await api('PUT /v1/user', { ...browser.sameOrigin, body: { nickname: '忙' } })
    expect((await browser.post('signout')).status).toBe(429)
    await setParameters({ 'limit.writes_per_minute': 300 })
    expect((await api('GET /v1/user', browser.sameOrigin)).status).toBe(200)
    expect((await browser.post('signout')).status).toBe(200)
  })
})
