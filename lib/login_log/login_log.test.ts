import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, unique } from '@/lib/server/testing/factories'

const account = unique('customer-')
const secret = unique('secret of a customer ')
let token: string
let user_id: number
const login = (changes: object) =>
  api('POST /v1/token', { body: { type: 100, account, secret, ...changes }, ip: unique('address-') })
const list = async (query: Record<string, string | number> = {}) =>
  (await api('GET /cms/login_log', { token, query })).body

beforeAll(async () => {
  token = (await newStaff(['cms.login_log.list'])).token
  user_id = (await api('POST /v1/user', { body: { type: 100, account, secret } })).body.user.id
  await login({})
  await login({ secret: 'not the secret at all' })
  await login({ account: 'somebody-else' })
})

test('every attempt is listed, newest first', async () => {
  const { items, total } = await list()
  expect(total).toBe(4)
  expect(items).toMatchObject([
    { account: 'so***', user_id: null, success: false, reason: 'unknown_account', type: 100 },
    { account, user_id, user_kind: 'customer', success: false, reason: 'wrong_secret' },
    { account, user_id, success: true, reason: null },
    // The registration.
    { account, user_id, success: true, reason: null },
  ])
  expect(Object.keys(items[0] ?? {}).sort()).toEqual(
    [
      'id',
      'created_at',
      'account',
      'type',
      'user_id',
      'user_kind',
      'nickname',
      'success',
      'reason',
      'ip',
      'user_agent',
    ].sort(),
  )
})

test.each([
  [() => ({ account }), 3],
  [() => ({ account: ` ${account.toUpperCase()} ` }), 3],
  [() => ({ account: account.slice(0, -1) }), 0],
  [() => ({ account: 'somebody-else' }), 0],
  [() => ({ user_id }), 3],
  [() => ({ user_id, success: 'false' }), 1],
  [() => ({ success: 'true' }), 2],
  [() => ({ from: new Date(Date.now() - 60_000).toISOString() }), 4],
  [() => ({ to: new Date(Date.now() - 60_000).toISOString() }), 0],
])('filter %#', async (query, total) => {
  expect((await list(query())).total).toBe(total)
})

test('pages follow each other without gaps or overlaps', async () => {
  const first = await list({ size: 2 })
  const second = await list({ size: 2, cursor: first.next_cursor ?? '' })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual((await list()).items.map(({ id }) => id))
  expect(second).toMatchObject({ size: 2, next_cursor: null })
  expect(second).not.toHaveProperty('total')
})

test('the attempt that finds the account locked names it like the attempts before', async () => {
  const locked = unique('locked-')
  const { body } = await api('POST /v1/user', { body: { type: 100, account: locked, secret } })
  const wrong = { type: 100, account: locked, secret: 'not the secret at all' }
  for (let at = 0; at < 6; at++) await api('POST /v1/token', { body: wrong, ip: 'one-address' })
  const { items } = await list({ account: locked, success: 'false' })
  expect(items.map(({ reason }) => reason)).toEqual(['locked', ...Array<string>(5).fill('wrong_secret')])
  expect(items[0]).toMatchObject({ account: locked, user_id: body.user.id, user_kind: 'customer' })
})

test('a phone number is found in any form', async () => {
  const mobile = '13611112222'
  const { body } = await api('POST /v1/user', { body: { type: 102, account: mobile, secret }, ip: unique('address-') })
  for (const account of [mobile, '+86 136-1111-2222', '\u202d136 1111 2222\u202c'])
    expect((await list({ account })).items.map((item) => item.user_id)).toEqual([body.user.id])
})

test('a customer of the mini-program has their name, because the account is only a hash', async () => {
  const customer = await newCustomer({ nickname: unique('茶友') })
  const row = { account: 'ab12ab12ab12ab12', type: 200, success: true, ip: '203.0.113.7', user_agent: 'test' }
  await (await database()).insert(tables.login_log).values([
    { ...row, user_id: customer.id },
    { ...row, user_id: 2_000_000_000 },
  ])
  const of = async (id: number) => (await list({ user_id: id })).items
  expect(await of(customer.id)).toMatchObject([{ user_kind: 'customer', nickname: expect.stringContaining('茶友') }])
  expect(await of(2_000_000_000)).toMatchObject([{ user_kind: null, nickname: null }])
})
