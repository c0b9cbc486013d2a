import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { endpoints, jobs } from '@/lib/endpoints'
import { api, send } from '@/lib/testing/api'
import { addressInput, database, newBuyer, newCustomer, newProduct, newStaff } from '@/lib/testing/factories'
import type { Endpoint } from './endpoint'
import { shapeOf } from './request'

const all: readonly Endpoint[] = [...endpoints, ...jobs]
const nameOf = (one: Endpoint) => `${one.method} ${one.path}`
const guarded = all.filter((one) => one.access.kind !== 'public').map((one) => ({ name: nameOf(one), one }))
const withId = all.filter((one) => one.path.includes('{id}')).map((one) => ({ name: nameOf(one), one }))

const fill = (path: string, value: string | number) => path.replace(/\{\w+\}/g, encodeURIComponent(String(value)))

describe('without a token', () => {
  test.each(guarded)('$name: 401', async ({ one }) => {
    const reply = await send(one.method, fill(one.path, 1), { body: one.example?.body })
    expect(reply.status).toBe(401)
    if (one.access.kind === 'provider') {
      expect(reply.body).toEqual({ code: 'FAIL', message: expect.any(String) })
      return
    }
    expect(reply.problem.code).toBe('unauthenticated')
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
  })
})

describe('with the wrong kind of user', () => {
  test.each(guarded)('$name: 403 and nothing happens', async ({ one }) => {
    if (one.access.kind === 'signed_in') {
      expect(one.path).toMatch(/^\/v1\/(user|token)/)
      return
    }
    const { token } = one.access.kind === 'customer' ? await newStaff() : await newCustomer()
    if (one.access.kind === 'cron' || one.access.kind === 'provider') {
      const root = await newStaff([], { is_root: true })
      expect((await send(one.method, one.path, { token: root.token, body: one.example?.body })).status).toBe(401)
      return
    }
    const reply = await send(one.method, fill(one.path, 1), { body: one.example?.body, token })
    expect(reply.status).toBe(403)
    expect(reply.problem.code).toBe('forbidden')
  })
})

describe('staff', () => {
  const forStaff = guarded.flatMap(({ name, one }) =>
    one.access.kind === 'permission' || one.access.kind === 'staff' ? [{ name, one, access: one.access }] : [],
  )
  const allCodes = [...new Set(forStaff.flatMap(({ access }) => (access.kind === 'permission' ? [access.code] : [])))]
  const ask = (one: Endpoint, token: string) =>
    send(one.method, fill(one.path, 2_000_000_000), { body: one.example?.body, token })

  test.each(forStaff)('$name: without the point refused by its name, with all the others', async ({ one, access }) => {
    const { token } = await newStaff(allCodes.filter((code) => access.kind === 'staff' || code !== access.code))
    const reply = await ask(one, token)
    if (access.kind === 'staff') {
      expect([401, 403]).not.toContain(reply.status)
      return
    }
    expect(reply).toMatchObject({ status: 403, problem: { code: 'forbidden' } })
    expect(reply.problem.detail).toContain(access.code)
  })

  test.each(forStaff)('$name: with exactly that point let in', async ({ one, access }) => {
    const { token } = await newStaff(access.kind === 'permission' ? [access.code] : [])
    const reply = await ask(one, token)
    expect([401, 403]).not.toContain(reply.status)
    expect(reply.status).toBeLessThan(500)
  })

  test('every endpoint of the admin is for staff', () => {
    const others = all.filter((one) => one.path.startsWith('/cms/') && !/^(permission|staff)$/.test(one.access.kind))
    expect(others.map(nameOf)).toEqual([])
  })
})

describe('an id that is none', () => {
  const nonsense = ['0', '-1', 'abc', '1.5', '99999999999999999999', '2147483648', '1\0', ' ', '1,2', '０']
  test.each(withId.flatMap(({ name, one }) => nonsense.map((value) => ({ name, one, value }))))(
    '$name with $value: 400',
    async ({ one, value }) => {
      const { token } = one.path.startsWith('/cms/') ? await newStaff([], { is_root: true }) : await newCustomer()
      const reply = await send(one.method, fill(one.path, value), { body: one.example?.body, token })
      expect(reply.status).toBe(400)
      expect(reply.problem.invalid_params[0]).toMatchObject({ in: 'path', name: 'id' })
    },
  )
})

/** All but the date: a second may have passed between two answers. */
const answer = (headers: Headers) => [...headers].filter(([name]) => name !== 'date')

describe("somebody else's id answers like one that does not exist, byte for byte", () => {
  const request_id = 'the-same-for-both'
  const make: Record<
    NonNullable<Endpoint['owned']>,
    (owner: Awaited<ReturnType<typeof newBuyer>>) => Promise<number>
  > = {
    address: async (owner) => (await api('POST /v1/address', { token: owner.token, body: addressInput })).body.id,
    order: async (owner) => {
      const { sku } = await newProduct()
      return (await api('POST /v1/order', { token: owner.token, body: { items: [{ sku_id: sku.id, count: 1 }] } })).body
        .id
    },
    shipped_order: async (owner) => {
      const id = await make.order(owner)
      await (await database()).update(tables.order).set({ status: 'shipped' }).where(eq(tables.order.id, id))
      return id
    },
    session: async (owner) => (await api('GET /v1/user/session', { token: owner.token })).body[0]?.id ?? 0,
  }
  const owned = all.flatMap((one) => (one.owned ? [{ name: nameOf(one), one, kind: one.owned }] : []))

  test.each(owned)('$name', async ({ one, kind }) => {
    const [owner, other] = [await newBuyer(), await newBuyer()]
    const id = await make[kind](owner)
    const body = one.example?.body
    const headers = { 'x-request-id': request_id }
    const before = await snapshot()
    const foreign = await send(one.method, fill(one.path, id), { token: other.token, headers, body })
    const missing = await send(one.method, fill(one.path, 2_000_000_000), { token: other.token, headers, body })
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(missing.text)
    expect(answer(foreign.headers)).toEqual(answer(missing.headers))
    expect(await snapshot()).toEqual(before)
    // The owner himself is let in: the two answers above are not 404 for some other reason.
    const own = await send(one.method, fill(one.path, id), { token: owner.token, body })
    expect(own.status).toBeLessThan(300)
  })

  test('every endpoint of a customer that takes an id names its factory', () => {
    const unnamed = all.filter(
      (one) =>
        /^(customer|signed_in)$/.test(one.access.kind) && Object.keys(shapeOf(one.params)).length > 0 && !one.owned,
    )
    expect(unnamed.map(nameOf)).toEqual([])
  })
})

/** What must be the same before and after a refused request. */
async function snapshot() {
  const db = await database()
  const [row] = await db
    .select({
      addresses: sql<number>`(select count(*)::int from address)`,
      defaults: sql<string>`(select coalesce(string_agg(id::text, ',' order by id), '') from address where is_default)`,
      orders: sql<string>`(select coalesce(string_agg(id || status, ',' order by id), '') from "order")`,
      sessions: sql<number>`(select count(*)::int from session where revoked_at is null)`,
      stock: sql<number>`(select coalesce(sum(stock), 0)::int from sku)`,
    })
    .from(sql`(values (1)) as one`)
  return row
}

test('the snapshot above sees what it should', async () => {
  const before = await snapshot()
  await newBuyer()
  expect(await snapshot()).not.toEqual(before)
  expect(await (await database()).$count(tables.address)).toBeGreaterThan(0)
})
