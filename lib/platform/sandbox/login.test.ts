import { expect, test } from 'vitest'
import { env } from '@/lib/kit/env'
import { sandboxAccount } from './account'
import { loginCode, phoneCode } from './control'
import { platformFetch } from './fetch'
import { faults } from './testing'

const minutes = (count: number, from = new Date()) => new Date(from.getTime() + count * 60_000)

/** Sends a request to the platform and returns the body; the status is always 200. */
async function call(path: string, { now = new Date(), ...init }: RequestInit & { now?: Date } = {}) {
  const answer = await platformFetch(faults, () => now)(`${env().BASE_URL}/sandbox/api${path}`, init)
  expect(answer.status).toBe(200)
  return JSON.parse(await answer.text())
}

const post = (path: string, body: unknown, now?: Date) =>
  call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' }, now })

async function session(values: Record<string, string>, now?: Date) {
  const { appid, secret } = await sandboxAccount()
  const query = new URLSearchParams({ appid, secret, grant_type: 'authorization_code', ...values })
  return call(`/sns/jscode2session?${query}`, { now })
}

async function accessToken(now?: Date) {
  const { appid, secret } = await sandboxAccount()
  const answer = await post('/cgi-bin/stable_token', { grant_type: 'client_credential', appid, secret }, now)
  return answer
}

test('a login code returns its openid once', async () => {
  const { code, openid } = await loginCode()
  const answer = await session({ js_code: code })
  expect(answer).toEqual({ openid, session_key: expect.stringMatching(/^[\w+/]{22}==$/) })
  expect(await session({ js_code: code })).toMatchObject({ errcode: 40163 })
  const again = await loginCode()
  expect(again.code).not.toBe(code)
  expect(again.openid).toBe(openid)
  expect((await session({ js_code: (await loginCode({ openid: 'alice' })).code })).openid).toBe('alice')
})

test('of two concurrent uses of one code, one succeeds', async () => {
  const { code } = await loginCode()
  const answers = await Promise.all(Array.from({ length: 4 }, () => session({ js_code: code })))
  expect(answers.filter((one) => one.openid)).toHaveLength(1)
})

test('a login code expires after five minutes', async () => {
  const now = new Date('2026-03-01T08:00:00Z')
  const early = await loginCode({ now })
  const late = await loginCode({ now })
  expect(await session({ js_code: early.code }, new Date(minutes(5, now).getTime() - 1))).toHaveProperty('openid')
  expect(await session({ js_code: late.code }, minutes(5, now))).toMatchObject({ errcode: 40029 })
})

test.each<[Record<string, string>, number]>([
  [{ appid: '' }, 41002],
  [{ secret: '' }, 41004],
  [{ appid: 'wx0000000000000000' }, 40013],
  [{ secret: 'wrong' }, 40125],
  [{ grant_type: 'client_credential' }, 40002],
  [{ js_code: '' }, 41008],
  [{ js_code: 'nobody' }, 40029],
])('a login with %o is answered %i', async (values, errcode) => {
  const { code } = await loginCode()
  const answer = await session({ js_code: code, ...values })
  expect(answer).toEqual({ errcode, errmsg: expect.stringMatching(/, rid: [\w-]+$/) })
  expect(await session({ js_code: code })).toHaveProperty('openid')
})

test('a login code is not accepted as a phone code, nor the reverse', async () => {
  const login = await loginCode()
  const phone = await phoneCode({ phone: '13800001234' })
  expect(await session({ js_code: phone.code })).toMatchObject({ errcode: 40029 })
  const { access_token } = await accessToken()
  expect(
    await post(`/wxa/business/getuserphonenumber?access_token=${access_token}`, { code: login.code }),
  ).toMatchObject({ errcode: 40029 })
})

test('the access token is the same for all requests within two hours', async () => {
  const now = new Date('2026-03-01T08:00:00Z')
  const first = await accessToken(now)
  expect(first).toEqual({ access_token: expect.stringMatching(/^\S{64,512}$/), expires_in: 7200 })
  expect(await accessToken(minutes(90, now))).toEqual({ ...first, expires_in: 1800 })
  expect((await accessToken(minutes(120, now))).access_token).not.toBe(first.access_token)
  const getPhone = (at: Date) =>
    post(`/wxa/business/getuserphonenumber?access_token=${first.access_token}`, { code: 'x' }, at)
  expect(await getPhone(minutes(119, now))).toMatchObject({ errcode: 40029 })
  expect(await getPhone(minutes(124, now))).toMatchObject({ errcode: 40029 })
  expect(await getPhone(minutes(126, now))).toMatchObject({ errcode: 42001 })
  expect(await getPhone(minutes(300, now))).toMatchObject({ errcode: 40001 })
})

test('an access token requires the right app, secret, grant and method', async () => {
  const { appid, secret } = await sandboxAccount()
  const right = { grant_type: 'client_credential', appid, secret }
  for (const [change, errcode] of [
    [{ appid: 'wx0' }, 40013],
    [{ secret: 'wrong' }, 40125],
    [{ grant_type: 'authorization_code' }, 40002],
    [{ secret: undefined }, 41004],
    [{ appid: 7 }, 47001],
  ] as const) {
    expect(await post('/cgi-bin/stable_token', { ...right, ...change })).toMatchObject({ errcode })
  }
  expect(await call('/cgi-bin/stable_token')).toMatchObject({ errcode: 43002 })
  expect(await call('/cgi-bin/stable_token', { method: 'POST' })).toMatchObject({ errcode: 44002 })
  expect(await call('/cgi-bin/stable_token', { method: 'POST', body: '{' })).toMatchObject({ errcode: 47001 })
})

test('a phone code returns its number once', async () => {
  const { appid } = await sandboxAccount()
  const { access_token } = await accessToken()
  const path = `/wxa/business/getuserphonenumber?access_token=${access_token}`
  const { code } = await phoneCode({ openid: 'alice', phone: '13800001234' })
  expect(await post(path, { code, openid: 'alice' })).toMatchObject({
    errcode: 0,
    phone_info: { phoneNumber: '13800001234', purePhoneNumber: '13800001234', countryCode: '86', watermark: { appid } },
  })
  expect(await post(path, { code })).toMatchObject({ errcode: 40163 })
  const other = await phoneCode({ openid: 'alice', phone: '13800001234' })
  expect(await post(path, { code: other.code, openid: 'bob' })).toMatchObject({ errcode: 40029 })
  expect(await post('/wxa/business/getuserphonenumber?access_token=nonsense', { code })).toMatchObject({
    errcode: 40001,
  })
})
