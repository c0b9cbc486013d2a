import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, resetParameter, setParameters, unique } from '@/lib/server/testing/factories'
import { hashSecret } from '@/lib/token/secret'
import { strengthOf } from '@/lib/token/strength'
import { makeRoot } from './root'

const strong = 'a good long secret'

/** Returns the fault that the tests expect for a refused password. */
const fault = (field: string, code: string, params: object) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name: field, code, params }] },
})

describe('a password that is too easy to guess is refused', () => {
  const register = (secret: string, more: object = {}, ip = unique('ip')) =>
    api('POST /v1/user', { body: { type: 100, account: unique('u'), secret, ...more }, ip })

  test.each([
    ['12345678', 'topTen'],
    ['password1', 'common'],
    ['qwertyuiop', 'straightRow'],
    ['aaaaaaaaaaaaaaaaaaaa', 'simpleRepeat'],
  ])('at registration: %s', async (secret) => {
    const reply = await register(secret)
    expect(reply).toMatchObject(fault('secret', 'too_weak', { needed: 2 }))
    const { params = {} } = reply.problem.invalid_params[0] ?? {}
    expect(params.score).toBeLessThan(2)
    expect(params.warning).toEqual(expect.any(String))
    expect(params.suggestions).toEqual(expect.arrayContaining([expect.any(String)]))
  })

  test.each(['听雨的时候想喝茶', 'tea on rainy days', 'first secret'])(
    '%s is good enough for a customer',
    async (secret) => {
      expect((await register(secret)).status).toBe(201)
    },
  )

  test('when it consists of names of its user', async () => {
    const mail = `wanwan.${unique('z')}@example.com`
    const [local = ''] = mail.split('@')
    const weak = fault('secret', 'too_weak', { warning: 'userInputs', needed: 2 })
    expect(await register(local, { type: 101, account: mail })).toMatchObject(weak)
    expect(await register('Banxiatea1', { nickname: 'banxiatea' })).toMatchObject(weak)
    expect((await register('Banxiatea1')).status).toBe(201)
  })

  test('judged by its first 32 characters', async () => {
    expect(await register('a'.repeat(32) + strong)).toMatchObject(fault('secret', 'too_weak', { score: 0 }))
  })

  test('after the limit of registrations', async () => {
    await setParameters({ 'limit.registrations_per_hour': 1 })
    const ip = unique('ip')
    expect((await register('12345678', {}, ip)).status).toBe(400)
    expect((await register('12345678', {}, ip)).status).toBe(429)
    await resetParameter('limit.registrations_per_hour')
  })

  test('by stricter rules for staff than for customers', async () => {
    const root = await newStaff([], { is_root: true })
    const create = (secret: string) =>
      api('POST /cms/user', {
        token: root.token,
        body: { username: unique('s-'), secret, nickname: '小禾', group_ids: [] },
      })
    expect(await create('fine by me?')).toMatchObject(fault('secret', 'too_small', { minimum: 12 }))
    expect(await create('greenteashop')).toMatchObject(fault('secret', 'too_weak', { score: 2, needed: 3 }))
    expect((await create(strong)).status).toBe(201)
    const other = await newStaff([], { nickname: 'bamboo-forest' })
    const reset = (secret: string) =>
      api('PUT /cms/user/{id}/password', { token: root.token, params: { id: other.id }, body: { secret } })
    expect(await reset('bamboo-forest1')).toMatchObject(
      fault('secret', 'too_weak', { warning: 'userInputs', needed: 3 }),
    )
    expect((await reset(strong)).status).toBe(204)
  })

  test('when staff and customers change their own passwords', async () => {
    const old_secret = 'the one before'
    const secret_hash = await hashSecret(old_secret)
    const [staff, customer] = [await newStaff([], { secret_hash }), await newCustomer({ secret_hash })]
    const change = ({ token }: { token: string }, new_secret: string) =>
      api('PUT /v1/user/password', { token, body: { old_secret, new_secret } })
    expect(await change(staff, 'fine by me?')).toMatchObject(fault('new_secret', 'too_small', { minimum: 12 }))
    expect(await change(staff, `${staff.username}1`)).toMatchObject(fault('new_secret', 'too_weak', { needed: 3 }))
    expect(await change(customer, '12345678')).toMatchObject(fault('new_secret', 'too_weak', { needed: 2 }))
    expect((await change(staff, strong)).status).toBe(204)
    expect((await change(customer, strong)).status).toBe(204)
  })
})

test('an account without its digits is weak', async () => {
  const { score, warning } = await strengthOf('zhejiangmingqian', ['zhejiangmingqian2024'])
  expect([score < 3, warning]).toEqual([true, 'userInputs'])
})

test('the accounts of the demonstration keep the published password', async () => {
  const auditor = await newStaff([], { sandbox: true, secret_hash: await hashSecret('mini-shop-demo') })
  const own = and(eq(tables.identity.user_id, auditor.id), eq(tables.identity.type, 100))
  const db = await database()
  await db.update(tables.identity).set({ identifier: 'auditor' }).where(own)
  const refused = (name: string) => ({
    status: 400,
    problem: { invalid_params: [{ name, code: 'demonstration_account' }] },
  })
  const change = (old_secret: string, new_secret: string) =>
    api('PUT /v1/user/password', { token: auditor.token, body: { old_secret, new_secret } })
  expect(await change('mini-shop-demo', strong)).toMatchObject(refused('new_secret'))
  const root = await newStaff([], { is_root: true })
  const reset = await api('PUT /cms/user/{id}/password', {
    token: root.token,
    params: { id: auditor.id },
    body: { secret: strong },
  })
  expect(reset).toMatchObject(refused('secret'))
  // A colleague who may not set the password does not learn which account it is.
  const { token } = await newStaff(['cms.user.password'])
  await db.insert(tables.group_permission).values({ group_id: auditor.group_id, code: 'cms.order.refund' })
  for (const chosen of [strong, 'passwordpassword'])
    expect(
      await api('PUT /cms/user/{id}/password', { token, params: { id: auditor.id }, body: { secret: chosen } }),
    ).toMatchObject({ status: 403, problem: { code: 'forbidden' } })
  await db
    .update(tables.identity)
    .set({ identifier: unique('s-') })
    .where(own)
  expect((await change('mini-shop-demo', strong)).status).toBe(204)
})

test('the first password of root is strong', async () => {
  const { username, secret } = await makeRoot(unique('root-'))
  expect(secret.length).toBeGreaterThanOrEqual(12)
  expect((await strengthOf(secret, [username])).score).toBeGreaterThanOrEqual(3)
})

test('crafted passwords do not delay other requests', async () => {
  const judged = Array.from({ length: 4 }, () => strengthOf('4@8({[</369&#!1|0$5+7%2Zz4@8({[<', []))
  let turns = 0
  let isDone = false
  const done = Promise.all(judged).finally(() => {
    isDone = true
  })
  while (!isDone) {
    turns++
    await new Promise((resolve) => setImmediate(resolve))
  }
  await done
  expect(turns).toBeGreaterThan(50)
})
