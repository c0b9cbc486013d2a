import { beforeEach, describe, expect, test } from 'vitest'
import { loginCode } from '@/lib/platform/sandbox/control'
import { api, send } from '@/lib/server/testing/api'
import { newCustomer, newStaff, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { hashSecret } from '@/lib/token/secret'

beforeEach(() => play.usePlatform())

const secret = 'a good long secret'
const withSecret = async () => newCustomer({ secret_hash: await hashSecret(secret) })
const fault = (name: string, code: string) => ({
  status: 400,
  problem: { invalid_params: [expect.objectContaining({ in: 'body', name, code })] },
})

describe.each(['DELETE /v1/user', 'POST /v1/user/close'] as const)('closing the account by %s', (operation) => {
  const close = (token: string, body?: unknown) => api(operation, { token, body, ip: unique('ip') })

  test('needs the password or a fresh login code, and only one of them', async () => {
    const { token } = await withSecret()
    expect((await close(token)).status).toBe(400)
    expect(await close(token, {})).toMatchObject(fault('secret', 'required'))
    expect(await close(token, { secret, code: 'x' })).toMatchObject(fault('secret', 'required'))
    expect(await close(token, { secret: 'wrong' })).toMatchObject(fault('secret', 'wrong'))
    expect(await close(token, { code: 'invented' })).toMatchObject(fault('code', 'wrong'))
    expect((await api('GET /v1/user', { token })).status).toBe(200)
    expect((await close(token, { secret })).status).toBe(204)
  })

  test('accepts only a code of the account’s own mini-program user, and only once', async () => {
    const payer = await play.newPayer()
    const { code: strange } = await loginCode({ openid: unique('o') })
    expect(await close(payer.token, { code: strange })).toMatchObject(fault('code', 'wrong'))
    expect(await close(payer.token, { secret: 'any secret at all' })).toMatchObject(fault('secret', 'wrong'))
    const { code: used } = await loginCode({ openid: payer.openid })
    await api('POST /v1/token', { body: { type: 200, account: used }, ip: unique('ip') })
    expect(await close(payer.token, { code: used })).toMatchObject(fault('code', 'wrong'))
    const { code } = await loginCode({ openid: payer.openid })
    expect((await close(payer.token, { code })).status).toBe(204)
  })

  test('cannot be used to guess the password', async () => {
    const { token } = await withSecret()
    for (let at = 0; at < 5; at++) expect((await close(token, { secret: `guess ${at}` })).status).toBe(400)
    expect(await close(token, { secret })).toMatchObject({ status: 429, problem: { code: 'account_locked' } })
  })
})

describe('a first password', () => {
  const set = (token: string, body: unknown) => send('PUT', '/v1/user/password', { token, body, ip: unique('ip') })

  test('needs a fresh login code', async () => {
    const payer = await play.newPayer()
    expect(await set(payer.token, { new_secret: secret })).toMatchObject(fault('code', 'required'))
    expect(await set(payer.token, { new_secret: secret, code: 'invented' })).toMatchObject(fault('code', 'wrong'))
    const { code: strange } = await loginCode({ openid: unique('o') })
    expect(await set(payer.token, { new_secret: secret, code: strange })).toMatchObject(fault('code', 'wrong'))
    const { code } = await loginCode({ openid: payer.openid })
    expect((await set(payer.token, { new_secret: secret, code })).status).toBe(204)
    expect((await api('GET /v1/user', { token: payer.token })).body.has_password).toBe(true)
  })

  test('cannot be set without proof by staff, who have no login code', async () => {
    const { token } = await newStaff()
    expect(await set(token, { new_secret: secret })).toMatchObject(fault('code', 'required'))
  })

  test('cannot replace an existing password by a code', async () => {
    const payer = await play.newPayer()
    const { code } = await loginCode({ openid: payer.openid })
    await set(payer.token, { new_secret: secret, code })
    const { code: another } = await loginCode({ openid: payer.openid })
    expect(await set(payer.token, { new_secret: 'another secret', code: another })).toMatchObject(
      fault('old_secret', 'required'),
    )
  })
})
