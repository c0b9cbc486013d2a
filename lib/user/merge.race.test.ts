import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { loginCode, phoneCode } from '@/lib/platform/sandbox/control'
import { api } from '@/lib/server/testing/api'
import { addressInput, database, newCustomer, newProduct, setParameters, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'

beforeEach(async () => {
  play.usePlatform()
  await setParameters({ 'limit.writes_per_minute': 100_000, 'address.max': 10_000 })
})

const join = async (token: string, openid: string) => {
  const { code } = await loginCode({ openid })
  return api('PUT /v1/user/mini_program', { token, body: { code, merge: true }, ip: unique('ip') })
}

const login = async (openid: string) => {
  const { code } = await loginCode({ openid })
  return api('POST /v1/token', { body: { type: 200, account: code }, ip: unique('ip') })
}

const times = <Value>(count: number, work: (at: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

/** Returns the number of rows that still belong to merged accounts. Must be 0. */
async function leftBehind(): Promise<number> {
  const db = await database()
  const ended = sql`user_id in (select id from "user" where merged_into is not null)`
  const { order, address, identity, session, idempotency } = tables
  const counts = await Promise.all(
    [order, address, identity, session, idempotency].map((table) => db.$count(table, ended)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

test('two accounts that merge each other concurrently become one', async () => {
  await times(8, async (at) => {
    const [one, other] = [await newCustomer({ sandbox: true }), await play.newPayer()]
    const identifier = `1390000${String(at).padStart(4, '0')}`
    const db = await database()
    await db.insert(tables.identity).values({ user_id: one.id, type: 102, identifier, verified_at: new Date() })
    const { code } = await phoneCode({ phone: identifier })
    const claimed = api('POST /v1/user/mobile', { token: other.token, body: { code, merge: true } })
    const replies = await Promise.all([join(one.token, other.openid), claimed])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    const active = and(isNull(tables.user.deleted_at), sql`id in (${one.id}, ${other.id})`)
    expect(await db.$count(tables.user, active)).toBe(1)
  })
  expect(await leftBehind()).toBe(0)
})

test('two mini-program users that claim each other concurrently stay two', async () => {
  await times(8, async () => {
    const [one, other] = [await play.newPayer(), await play.newPayer()]
    const replies = await Promise.all([join(one.token, other.openid), join(other.token, one.openid)])
    expect(replies.map(({ status }) => status)).toEqual([409, 409])
    const logins = await Promise.all([login(one.openid), login(other.openid)])
    expect(logins.map(({ body }) => body.user.id)).toEqual([one.id, other.id])
  })
})

test('the writes of an account during its merge move to the other account, or are refused', async () => {
  const { sku } = await newProduct({ skus: [{ stock: 1_000_000 }] })
  await times(8, async () => {
    const [stays, goes] = [await newCustomer({ sandbox: true }), await play.newPayer()]
    const { token } = goes
    const writes = times(
      12,
      (at): Promise<{ status: number }> =>
        at % 3 === 0
          ? api('POST /v1/order', {
              token,
              headers: { 'idempotency-key': unique('order-key-') },
              body: { items: [{ sku_id: sku.id, count: 1 }] },
            })
          : api('POST /v1/address', { token, body: addressInput }),
    )
    const [merged, replies] = await Promise.all([join(stays.token, goes.openid), writes])
    expect(merged.status).toBe(200)
    expect(replies.every(({ status }) => status === 201 || status === 401 || status === 409)).toBe(true)
    const db = await database()
    const written = replies.filter(({ status }) => status === 201).length
    const moved =
      (await db.$count(tables.order, eq(tables.order.user_id, stays.id))) +
      (await db.$count(tables.address, eq(tables.address.user_id, stays.id)))
    // One address existed before.
    expect(moved).toBe(written + 1)
  })
  expect(await leftBehind()).toBe(0)
})

test('a payment that begins during a merge either prevents the merge or is refused', async () => {
  await times(8, async () => {
    const [stays, goes] = [await newCustomer({ sandbox: true }), await play.newPayer()]
    const order = await play.placeOrder(goes)
    const [merged, paying] = await Promise.all([join(stays.token, goes.openid), play.preOrder(goes, order.id)])
    expect([
      [200, 401],
      [409, 200],
    ]).toContainEqual([merged.status, paying.status])
  })
  expect(await leftBehind()).toBe(0)
})

test('concurrent joining and first sign-ins of a mini-program user leave a single customer', async () => {
  await times(8, async () => {
    const openid = unique('o')
    const customer = await newCustomer({ sandbox: true })
    const [joined, ...logins] = await Promise.all([join(customer.token, openid), login(openid), login(openid)])
    expect([joined.status, ...logins.map(({ status }) => status)]).toEqual([200, 200, 200])
    expect((await login(openid)).body.user.id).toBe(customer.id)
  })
  expect(await leftBehind()).toBe(0)
})

test('when two accounts join the same mini-program user, the last one gets it', async () => {
  await times(8, async () => {
    const openid = unique('o')
    const [one, other] = [await newCustomer({ sandbox: true }), await newCustomer({ sandbox: true })]
    const replies = await Promise.all([join(one.token, openid), join(other.token, openid)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const active = and(isNull(tables.user.deleted_at), sql`id in (${one.id}, ${other.id})`)
    expect(await (await database()).$count(tables.user, active)).toBe(1)
  })
  expect(await leftBehind()).toBe(0)
})
