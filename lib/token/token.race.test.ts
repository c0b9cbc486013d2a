import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jsonStatement } from '@/db/connection/statement'
import * as tables from '@/db/tables'
import { identify } from '@/lib/kit/api/endpoint/caller'
import { currentSettings } from '@/lib/kit/config/settings'
import { connection } from '@/lib/kit/database'
import { api, send } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newCustomer,
  resetParameter,
  setParameters,
  unique,
} from '@/lib/server/testing/factories'
import { hashSecret } from './secret'

const statuses = (replies: { status: number }[]) => replies.map((reply) => reply.status).sort()

test('a hundred concurrent guesses are limited to five', async () => {
  const account = unique('u')
  const secret = 'a good long secret'
  await api('POST /v1/user', { body: { type: 100, account, secret } })
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      api('POST /v1/token', { body: { type: 100, account, secret: `guess ${at}` } }),
    ),
  )
  const count = (status: number) => replies.filter((reply) => reply.status === status).length
  expect(count(401)).toBe(5)
  // Requests without a place in the queue are not counted.
  expect(count(429) + count(503)).toBe(95)
})

test('concurrent sign-ins stay within the limit of sign-ins and of sessions', async () => {
  await setParameters({ 'limit.sign_ins': 12, 'session.most': 4 })
  const account = unique('u')
  const secret = 'a good long secret'
  const { body } = await api('POST /v1/user', { body: { type: 100, account, secret } })
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => api('POST /v1/token', { body: { type: 100, account, secret }, ip: unique('ip') })),
  )
  expect(statuses(replies)).toEqual([...Array(12).fill(200), ...Array(8).fill(429)])
  const db = await database()
  const { session } = tables
  expect(await db.$count(session, and(eq(session.user_id, body.user.id), isNull(session.revoked_at)))).toBe(4)
  for (const key of ['limit.sign_ins', 'session.most'] as const) await resetParameter(key)
})

test('concurrent registrations of one phone number in several forms create it once', async () => {
  const typed = ['+8613700001234', '13700001234', '0086 137 0000 1234', '86-137-0000-1234', '\u202d137 0000 1234\u202c']
  const replies = await Promise.all(
    typed.map((account) => api('POST /v1/user', { body: { type: 102, account, secret: 'a good long secret' } })),
  )
  expect(statuses(replies)).toEqual([201, 409, 409, 409, 409])
  expect(await (await database()).$count(tables.identity, eq(tables.identity.identifier, '13700001234'))).toBe(1)
})

test('twenty concurrent registrations of one account create it once', async () => {
  const account = unique('u')
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      api('POST /v1/user', { body: { type: 100, account, secret: 'a good long secret' } }),
    ),
  )
  expect(statuses(replies)).toEqual([201, ...Array(19).fill(409)])
  expect(await (await database()).$count(tables.identity, eq(tables.identity.identifier, account))).toBe(1)
})

test('when five addresses are made the default concurrently, one is the default', async () => {
  const { token } = await newCustomer()
  const ids: number[] = []
  for (let at = 0; at < 5; at++) ids.push((await api('POST /v1/address', { token, body: addressInput })).body.id)
  for (let round = 0; round < 10; round++) {
    const replies = await Promise.all(
      ids.map((id) => api('PUT /v1/address/{id}', { token, params: { id }, body: { is_default: true } })),
    )
    expect(statuses(replies)).toEqual([200, 200, 200, 200, 200])
    const { body } = await api('GET /v1/address', { token })
    expect(body.filter((one) => one.is_default)).toHaveLength(1)
  }
})

test('adding, deleting and defaulting addresses concurrently leaves exactly one default', async () => {
  await setParameters({ 'address.max': 200, 'limit.writes_per_minute': 100_000 })
  const { token } = await newCustomer()
  await api('POST /v1/address', { token, body: addressInput })
  const own = async () => (await api('GET /v1/address', { token })).body
  const work = async (at: number) => {
    for (let round = 0; round < 15; round++) {
      const list = await own()
      const id = list[(at * 7 + round) % Math.max(list.length, 1)]?.id ?? 1
      const reply =
        (at + round) % 3 === 0
          ? await send('POST', '/v1/address', { token, body: { ...addressInput, is_default: round % 2 === 0 } })
          : (at + round) % 3 === 1
            ? await send('PUT', `/v1/address/${id}`, { token, body: { is_default: true } })
            : await send('DELETE', `/v1/address/${id}`, { token })
      expect([200, 201, 204, 404]).toContain(reply.status)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, at) => work(at)))
  const left = await own()
  expect(left.filter((one) => one.is_default)).toHaveLength(left.length > 0 ? 1 : 0)
})

test('concurrent requests do not exceed the limit of addresses', async () => {
  await setParameters({ 'address.max': 3 })
  const { token } = await newCustomer()
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => api('POST /v1/address', { token, body: addressInput })),
  )
  expect(statuses(replies)).toEqual([201, 201, 201, ...Array(9).fill(409)])
})

test('the limit of writes is exact under concurrency', async () => {
  await setParameters({ 'limit.writes_per_minute': 10 })
  const { token } = await newCustomer()
  const replies = await Promise.all(
    Array.from({ length: 60 }, () => api('PUT /v1/user', { token, body: { nickname: '一' } })),
  )
  expect(statuses(replies)).toEqual([...Array(10).fill(200), ...Array(50).fill(429)])
})

test('asynchronous commit applies to the counting of a write only, not to later statements on the connection', async () => {
  const { token } = await newCustomer()
  const { db } = await connection()
  const settings = await currentSettings(db)
  const durability = jsonStatement('durability', (db) =>
    db.select({ json: sql<string>`to_json(source)` }).from(sql`pg_settings`).where(sql`name = 'synchronous_commit'`),
  )
  const sources = await Promise.all(
    Array.from({ length: 20 }, async () => {
      await identify(db, token, { settings, sandbox: true, write: true })
      return durability(db)
    }),
  )
  expect(sources.flat()).not.toContain('session')
})

test('one of two concurrent password changes succeeds', async () => {
  await setParameters({ 'limit.writes_per_minute': 1_000 })
  const account = unique('u')
  const old_secret = 'a good long secret'
  const { token } = (await api('POST /v1/user', { body: { type: 100, account, secret: old_secret } })).body
  const replies = await Promise.all(
    ['first secret', 'second secret'].map((new_secret) =>
      api('PUT /v1/user/password', { token, body: { old_secret, new_secret } }),
    ),
  )
  expect(statuses(replies)).toEqual([204, 400])
})

test('sessions opened with the old password end when it is changed', async () => {
  await setParameters({
    'limit.writes_per_minute': 10_000,
    'limit.login_pair': 1_000,
    'limit.login_address': 1_000,
    'limit.login_account': 1_000,
  })
  const account = unique('u')
  let secret = 'a good long secret 0'
  const { token } = (await api('POST /v1/user', { body: { type: 100, account, secret } })).body
  for (let round = 1; round <= 5; round++) {
    const new_secret = `a good long secret ${round}`
    const logins = Array.from({ length: 6 }, () => api('POST /v1/token', { body: { type: 100, account, secret } }))
    const change = api('PUT /v1/user/password', { token, body: { old_secret: secret, new_secret } })
    const tokens = (await Promise.all(logins)).flatMap((reply) => (reply.status === 200 ? [reply.body.token] : []))
    expect((await change).status).toBe(204)
    for (const old of tokens) expect((await api('GET /v1/user', { token: old })).status).toBe(401)
    secret = new_secret
  }
})

test('reading the token while the account is closed is 401, never 500', async () => {
  const secret = 'a good long secret'
  const secret_hash = await hashSecret(secret)
  const all = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { token } = await newCustomer({ secret_hash })
      const [reading] = await Promise.all([
        api('GET /v1/token', { token }),
        api('DELETE /v1/user', { token, body: { secret } }),
      ])
      return reading.status
    }),
  )
  expect(all.every((status) => status === 200 || status === 401)).toBe(true)
})
