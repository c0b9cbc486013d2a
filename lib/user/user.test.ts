import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, send } from '@/lib/server/testing/api'
import {
  database,
  newBuyer,
  newCustomer,
  newProduct,
  newStaff,
  resetParameter,
  setParameters,
  unique,
} from '@/lib/server/testing/factories'
import { hashSecret } from '@/lib/token/secret'

const secret = 'a good long secret'
const register = (body: unknown, ip = unique('ip')) =>
  send<{ token: string; user: { id: number; nickname: string } }>('POST', '/v1/user', { body, ip })

describe('registration', () => {
  test('creates a customer and signs them in', async () => {
    const account = unique('u')
    const { status, body, headers } = await register({ type: 100, account, secret, nickname: '小明' })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe('/v1/user')
    expect(body.user).toMatchObject({ nickname: '小明', kind: 'customer', username: account, has_password: true })
    expect((await api('GET /v1/user', { token: body.token })).status).toBe(200)
  })

  test('refuses a taken account with 409 in any spelling, and creates no user', async () => {
    const db = await database()
    const account = unique('u')
    await register({ type: 100, account, secret })
    const users = await db.$count(tables.user)
    const again = await register({ type: 100, account: account.toUpperCase(), secret })
    expect(again).toMatchObject({
      status: 409,
      problem: { code: 'already_exists', invalid_params: [{ name: 'account' }] },
    })
    expect(await db.$count(tables.user)).toBe(users)
  })

  test.each([
    [100, 'ab'],
    [100, '13800001234'],
    [100, 'a@b.cd'],
    [100, 'has space'],
    [100, '_first'],
    [101, 'no-at-sign'],
    [101, `${'x'.repeat(250)}@example.com`],
    [102, '12345'],
    [102, '1380000123x'],
    [102, '+86+8613800001234'],
  ])('type %i refuses %j', async (type, account) => {
    const reply = await register({ type, account, secret })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'account' }] } })
  })

  test.each(['short', 'x'.repeat(129), 'with\0nul', 12345678])('a secret of %j is refused', async (invalid) => {
    const reply = await register({ type: 100, account: unique('u'), secret: invalid })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'secret' }] } })
    expect(reply.text).not.toContain('with')
  })

  test('never creates staff', async () => {
    const reply = await register({ type: 100, account: unique('u'), secret, kind: 'staff', is_root: true })
    expect(reply.status).toBe(400)
  })

  test('is limited per IP', async () => {
    await setParameters({ 'limit.registrations_per_hour': 2 })
    const ip = unique('ip')
    const registerAgain = () => register({ type: 100, account: unique('u'), secret }, ip)
    expect([(await registerAgain()).status, (await registerAgain()).status, (await registerAgain()).status]).toEqual([
      201, 201, 429,
    ])
    await resetParameter('limit.registrations_per_hour')
  })

  test('can be turned off', async () => {
    await setParameters({ 'user.registration': false })
    expect((await register({ type: 100, account: unique('u'), secret })).status).toBe(403)
    await resetParameter('user.registration')
  })
})

describe('the profile', () => {
  test('changes the fields in the request and keeps the rest', async () => {
    const { token } = await newCustomer()
    const first = await api('PUT /v1/user', {
      token,
      body: { nickname: ' 小红 ', birthday: '1996-03-08', gender: 'female', avatar_url: '/demo/a.svg' },
    })
    expect(first.body).toMatchObject({
      nickname: '小红',
      birthday: '1996-03-08',
      gender: 'female',
      avatar_url: 'http://localhost:3000/demo/a.svg',
    })
    const second = await api('PUT /v1/user', { token, body: { birthday: null } })
    expect(second.body).toMatchObject({ nickname: '小红', birthday: null, gender: 'female' })
  })

  test('a picture of the shop is stored as a relative URL, even if sent as an absolute one', async () => {
    const { id, token } = await newCustomer()
    await api('PUT /v1/user', { token, body: { avatar_url: 'http://localhost:3000/demo/a.svg' } })
    const [row] = await (await database()).select().from(tables.user).where(eq(tables.user.id, id))
    expect(row?.avatar_url).toBe('/demo/a.svg')
  })

  test.each([
    [{ birthday: '2999-01-01' }, 'birthday'],
    [{ birthday: '1996-02-30' }, 'birthday'],
    [{ avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
    [{ avatar_url: '//evil.example/x.png' }, 'avatar_url'],
    [{ avatar_url: '/\\evil.example' }, 'avatar_url'],
    [{ nickname: '' }, 'nickname'],
    [{ nickname: null }, 'nickname'],
    [{ gender: 'other' }, 'gender'],
    [{ is_root: true }, 'is_root'],
  ])('%j is refused', async (body, name) => {
    const reply = await api('PUT /v1/user', { token: (await newCustomer()).token, body })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name }] } })
  })
})

describe('the password', () => {
  const change = (token: string, body: unknown) => api('PUT /v1/user/password', { token, body })

  test('can be changed with the old one, which ends the other sessions', async () => {
    const account = unique('u')
    const { token } = (await register({ type: 100, account, secret })).body
    const login = (password: string) =>
      api('POST /v1/token', { body: { type: 100, account, secret: password }, ip: unique('ip') })
    const other = (await login(secret)).body.token
    expect((await change(token, { old_secret: 'wrong', new_secret: 'another secret' })).problem.invalid_params).toEqual(
      [expect.objectContaining({ name: 'old_secret', code: 'wrong' })],
    )
    expect((await change(token, { new_secret: 'another secret' })).problem.invalid_params[0]).toMatchObject({
      name: 'old_secret',
      code: 'required',
    })
    expect((await change(token, { old_secret: secret, new_secret: secret })).problem.invalid_params[0]).toMatchObject({
      name: 'new_secret',
      code: 'unchanged',
    })
    expect((await change(token, { old_secret: secret, new_secret: 'another secret' })).status).toBe(204)
    expect((await api('GET /v1/user', { token })).status).toBe(200)
    expect((await api('GET /v1/user', { token: other })).status).toBe(401)
    expect((await login(secret)).status).toBe(401)
    expect((await login('another secret')).status).toBe(200)
  })

  test('cannot be guessed with a stolen token', async () => {
    const { token } = (await register({ type: 100, account: unique('u'), secret })).body
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await change(token, { old_secret: 'wrong', new_secret: 'another secret' })).status).toBe(400)
    expect((await change(token, { old_secret: secret, new_secret: 'another secret' })).status).toBe(429)
  })

  test('can be changed while the user must change it before other requests', async () => {
    const { token } = await newStaff([], { must_change_secret: true, secret_hash: await hashSecret(secret) })
    expect((await api('GET /v1/user', { token })).status).toBe(200)
    expect((await api('PUT /v1/user', { token, body: { nickname: '一' } })).problem.code).toBe('secret_expired')
    expect((await change(token, { old_secret: secret, new_secret: 'my own secret' })).status).toBe(204)
    expect((await api('PUT /v1/user', { token, body: { nickname: '一' } })).status).toBe(200)
  })
})

describe('closing the account', () => {
  test('frees the account names, ends the sessions and deletes the addresses and the cart', async () => {
    const db = await database()
    const account = unique('u')
    const { token, user } = (await register({ type: 100, account, secret })).body
    await send('POST', '/v1/address', {
      token,
      body: { name: '王', mobile: '13800001234', province: '浙', city: '杭', district: '', detail: '一号' },
    })
    const { sku } = await newProduct()
    expect((await api('POST /v1/cart', { token, body: { sku_id: sku.id, count: 1 } })).status).toBe(200)
    expect((await api('DELETE /v1/user', { token, body: { secret } })).status).toBe(204)
    expect((await api('GET /v1/user', { token })).status).toBe(401)
    expect((await api('POST /v1/token', { body: { type: 100, account, secret }, ip: unique('ip') })).status).toBe(401)
    const [row] = await db.select().from(tables.user).where(eq(tables.user.id, user.id))
    expect(row).toMatchObject({ nickname: '', secret_hash: null })
    expect(row?.deleted_at).toBeInstanceOf(Date)
    expect(await db.$count(tables.address, eq(tables.address.user_id, user.id))).toBe(0)
    expect(await db.$count(tables.cart_item, eq(tables.cart_item.user_id, user.id))).toBe(0)
    expect((await register({ type: 100, account, secret })).status).toBe(201)
  })

  test('is refused while an order is in progress', async () => {
    const [buyer, { sku }] = [await newBuyer({ secret_hash: await hashSecret(secret) }), await newProduct()]
    const placed = await api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id: sku.id, count: 1 }] } })
    const close = () => api('DELETE /v1/user', { token: buyer.token, body: { secret } })
    expect(await close()).toMatchObject({
      status: 409,
      problem: { code: 'in_use' },
    })
    const { order } = tables
    const become = async (status: 'paid' | 'shipped') =>
      (await database()).update(order).set({ status }).where(eq(order.id, placed.body.id))
    await become('paid')
    expect((await close()).problem.code).toBe('in_use')
    await become('shipped')
    expect((await close()).status).toBe(204)
  })

  test('is allowed for customers only', async () => {
    expect((await api('DELETE /v1/user', { token: (await newStaff()).token })).status).toBe(403)
  })
})

test('users can list and end their own sessions', async () => {
  const account = unique('u')
  const first = (await register({ type: 100, account, secret })).body
  const second = (await api('POST /v1/token', { body: { type: 100, account, secret }, ip: unique('ip') })).body
  const { body } = await api('GET /v1/user/session', { token: first.token })
  expect(body).toHaveLength(2)
  expect(body.filter(({ current }) => current)).toHaveLength(1)
  const other = body.find(({ current }) => !current)
  expect(
    (await api('DELETE /v1/user/session/{id}', { token: first.token, params: { id: other?.id ?? 0 } })).status,
  ).toBe(204)
  expect((await api('GET /v1/user', { token: second.token })).status).toBe(401)
  expect((await api('GET /v1/user/session', { token: first.token })).body).toHaveLength(1)
})

test('a demonstration user cannot be identified while the sandbox is off', async () => {
  const { id, token } = await newCustomer({ sandbox: true })
  expect((await api('GET /v1/user', { token })).status).toBe(200)
  const { identify } = await import('@/lib/kit/api/endpoint/caller')
  const { currentSettings } = await import('@/lib/kit/config/settings')
  const db = await database()
  const settings = await currentSettings(db)
  await expect(identify(db, token, { settings, sandbox: false, write: false })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(identify(db, token, { settings, sandbox: true, write: false })).resolves.toMatchObject({
    caller: { user_id: id },
  })
})
