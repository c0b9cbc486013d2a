import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { loginCode } from '@/lib/platform/sandbox/control'
import { faults, type ProviderFault } from '@/lib/platform/sandbox/fetch'
import { api } from '@/lib/server/testing/api'
import { database, newCustomer, resetParameter, setParameters, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'

beforeEach(() => play.usePlatform())

describe('sign-in with a mini-program code', () => {
  const login = (account: string) => api('POST /v1/token', { body: { type: 200, account }, ip: unique('ip') })

  test('creates the customer the first time and finds them afterwards', async () => {
    const openid = unique('o')
    const first = await login((await loginCode({ openid })).code)
    const second = await login((await loginCode({ openid })).code)
    expect(first).toMatchObject({
      status: 200,
      body: { user: { kind: 'customer', has_password: false, username: null } },
    })
    expect(second.body.user.id).toBe(first.body.user.id)
    expect(JSON.stringify(first.body)).not.toContain(openid)
  })

  test('a used, an unknown and an expired code are 401 and logged', async () => {
    const { code } = await loginCode({ openid: unique('o') })
    await login(code)
    const { code: old } = await loginCode({ openid: unique('o') })
    await (await database())
      .update(tables.sandbox_code)
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where(eq(tables.sandbox_code.code, old))
    for (const bad of [code, 'invented', old])
      expect(await login(bad)).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } })
    expect(await (await database()).$count(tables.login_log, eq(tables.login_log.reason, 'code_refused'))).toBe(3)
  })

  test.each<[ProviderFault, number, string]>([
    ['login_too_frequent', 429, 'too_many_requests'],
    ['login_blocked', 403, 'forbidden'],
  ])('%s is %i', async (fault, status, code) => {
    faults.next(fault)
    expect(await login((await loginCode({ openid: unique('o') })).code)).toMatchObject({ status, problem: { code } })
  })

  test('a request to a busy platform is tried three times', async () => {
    faults.next('login_busy')
    faults.next('login_busy')
    expect((await login((await loginCode({ openid: unique('o') })).code)).status).toBe(200)
  })

  test('a platform that does not respond is 502, and the next attempt works', async () => {
    for (let at = 0; at < 3; at++) faults.next('timeout')
    const { code } = await loginCode({ openid: unique('o') })
    expect(await login(code)).toMatchObject({ status: 502, problem: { code: 'provider_error' } })
    expect((await login(code)).status).toBe(200)
  })

  test('a disabled customer is refused', async () => {
    const openid = unique('o')
    const { body } = await login((await loginCode({ openid })).code)
    await (await database()).update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, body.user.id))
    expect((await login((await loginCode({ openid })).code)).status).toBe(401)
  })

  describe('is limited', () => {
    beforeAll(() => setParameters({ 'limit.code_logins_per_minute': 2 }))
    afterAll(() => resetParameter('limit.code_logins_per_minute'))

    const statusOf = async (account: string, ip: string) =>
      (await api('POST /v1/token', { body: { type: 200, account }, ip })).status
    const codeOf = async (openid: string) => (await loginCode({ openid })).code

    test('by IP for codes that the platform refuses', async () => {
      const ip = unique('ip')
      const statuses = []
      for (let at = 0; at < 3; at++) statuses.push(await statusOf('invented', ip))
      expect(statuses).toEqual([401, 401, 429])
    })

    test('not by IP for accepted codes, because phones behind one carrier share an IP', async () => {
      const ip = unique('ip')
      const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(unique('o'))))
      for (const code of codes) expect(await statusOf(code, ip)).toBe(200)
    })

    test('by customer, from any IP', async () => {
      const openid = unique('o')
      const statuses = []
      for (let at = 0; at < 3; at++) statuses.push(await statusOf(await codeOf(openid), unique('ip')))
      expect(statuses).toEqual([200, 200, 429])
    })
  })
})

describe('a real customer', () => {
  test('cannot sign in through the simulated platform', async () => {
    const openid = unique('o')
    const real = await newCustomer()
    await (await database()).insert(tables.identity).values({ user_id: real.id, type: 200, identifier: openid })
    const { code } = await loginCode({ openid })
    expect((await api('POST /v1/token', { body: { type: 200, account: code }, ip: unique('ip') })).status).toBe(401)
  })
})
