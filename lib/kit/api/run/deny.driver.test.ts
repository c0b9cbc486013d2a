import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AfterSaleKind } from '@/db/enums'
import * as tables from '@/db/tables'
import { endpoints, jobs } from '@/lib/server/endpoints'
import { api, send as sendFrom } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newBuyer,
  newCustomer,
  newKey,
  newProduct,
  newStaff,
  setParameters,
  unique,
} from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'
import type { Endpoint } from '../endpoint/endpoint'
import { isOpenToKeys } from '../endpoint/key-codes'
import { shapeOf } from './request'

const all: readonly Endpoint[] = [...endpoints, ...jobs]
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const guarded = all
  .filter((endpoint) => endpoint.access.kind !== 'public')
  .map((endpoint) => ({ name: nameOf(endpoint), endpoint }))
const withId = all.flatMap((endpoint) => {
  const [, id] = /\{((?:\w+_)?id)\}/.exec(endpoint.path) ?? []
  return id === undefined ? [] : [{ name: nameOf(endpoint), endpoint, id }]
})

/**
 * Sends a request from this machine, because reads from this machine are not limited. The tests send more requests in a
 * minute than other clients may send.
 */
const send = (method: string, path: string, input: Parameters<typeof sendFrom>[2]) =>
  sendFrom(method, path, { ip: '127.0.0.1', ...input })

/** A root staff member, a staff member without permissions, a customer, and an API key. */
let [root, staff, customer, key] = ['', '', '', '']
beforeAll(async () => {
  await setParameters({ 'limit.writes_per_minute': 1_000_000 })
  const owner = await newStaff([], { is_root: true })
  root = owner.token
  key = (await newKey(owner.id, [])).token
  staff = (await newStaff()).token
  customer = (await newCustomer()).token
})

const fill = (path: string, value: string | number) => path.replace(/\{\w+\}/g, encodeURIComponent(String(value)))

/** Runs `work` while the groups of a staff member lack a permission. */
async function without<T>({ group_id }: { group_id: number }, code: string, work: () => Promise<T>): Promise<T> {
  const db = await database()
  const { group_permission } = tables
  await db.delete(group_permission).where(and(eq(group_permission.group_id, group_id), eq(group_permission.code, code)))
  return work().finally(() => db.insert(group_permission).values({ group_id, code }))
}

describe('without a token', () => {
  test.each(guarded)('$name: 401', async ({ endpoint }) => {
    const reply = await send(endpoint.method, fill(endpoint.path, 1), { body: endpoint.example?.body })
    expect(reply.status).toBe(401)
    // The provider defines the format of errors.
    if (endpoint.render) {
      expect(reply.body).toEqual({ code: 'FAIL', message: expect.any(String) })
      return
    }
    expect(reply.problem.code).toBe('unauthenticated')
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
  })
})

describe('with the wrong kind of user', () => {
  test.each(guarded)('$name: 403', async ({ endpoint }) => {
    if (endpoint.access.kind === 'signed_in') {
      expect(endpoint.path).toMatch(/^\/v1\/(user|token)/)
      return
    }
    const token = endpoint.access.kind === 'customer' ? staff : customer
    if (endpoint.access.kind === 'cron' || endpoint.access.kind === 'provider') {
      expect((await send(endpoint.method, endpoint.path, { token: root, body: endpoint.example?.body })).status).toBe(
        401,
      )
      return
    }
    const reply = await send(endpoint.method, fill(endpoint.path, 1), { body: endpoint.example?.body, token })
    expect(reply.status).toBe(403)
    expect(reply.problem.code).toBe('forbidden')
  })
})

describe('staff', () => {
  const forStaff = guarded.flatMap(({ name, endpoint }) =>
    endpoint.access.kind === 'permission' || endpoint.access.kind === 'staff'
      ? [{ name, endpoint, access: endpoint.access }]
      : [],
  )
  const allCodes = [...new Set(forStaff.flatMap(({ access }) => (access.kind === 'permission' ? [access.code] : [])))]
  let everything: Awaited<ReturnType<typeof newStaff>>
  beforeAll(async () => {
    everything = await newStaff(allCodes)
  })
  const call = (endpoint: Endpoint, token: string) =>
    send(endpoint.method, fill(endpoint.path, 2_000_000_000), { body: endpoint.example?.body, token })

  test.each(forStaff)('$name: refused without its permission, even with all others', async ({ endpoint, access }) => {
    if (access.kind === 'staff') {
      // A member of their own, because these endpoints can sign the member out.
      expect([401, 403]).not.toContain((await call(endpoint, (await newStaff(allCodes)).token)).status)
      return
    }
    const reply = await without(everything, access.code, () => call(endpoint, everything.token))
    expect(reply).toMatchObject({ status: 403, problem: { code: 'forbidden' } })
    expect(reply.problem.detail).toContain(access.code)
  })

  test.each(forStaff)('$name: allowed with only its permission', async ({ endpoint, access }) => {
    const { token } = await newStaff(access.kind === 'permission' ? [access.code] : [])
    const reply = await call(endpoint, token)
    expect([401, 403]).not.toContain(reply.status)
    expect(reply.status).toBeLessThan(500)
  })

  test('every endpoint of the admin is for staff or keys', () => {
    const others = all.filter(
      (endpoint) => endpoint.path.startsWith('/cms/') && !/^(permission|staff|key)$/.test(endpoint.access.kind),
    )
    expect(others.map(nameOf)).toEqual([])
  })
})

describe('an API key', () => {
  const allCodes = [...new Set(all.flatMap(({ access }) => (access.kind === 'permission' ? [access.code] : [])))]
  /** Of a maker with every permission, with every permission, too. */
  let [maker, everything]: [Awaited<ReturnType<typeof newStaff>> | undefined, string] = [undefined, '']
  beforeAll(async () => {
    await setParameters({ 'limit.key_writes_per_minute': 1_000_000, 'limit.key_reads_per_minute': 1_000_000 })
    maker = await newStaff(allCodes)
    everything = (await newKey(maker.id, allCodes)).token
  })
  const call = (endpoint: Endpoint, token: string) =>
    send(endpoint.method, fill(endpoint.path, 2_000_000_000), { body: endpoint.example?.body, token })
  const byCode = guarded.flatMap(({ name, endpoint }) =>
    endpoint.access.kind === 'permission' ? [{ name, endpoint, code: endpoint.access.code }] : [],
  )
  const open = byCode.filter(({ code }) => isOpenToKeys(code))
  const closed = guarded.filter(
    ({ endpoint: { access } }) =>
      !/^(cron|provider|key)$/.test(access.kind) && (access.kind !== 'permission' || !isOpenToKeys(access.code)),
  )

  test('has nothing to do with staff, groups, keys, their logs, and settings', () => {
    const paths = closed.flatMap(({ endpoint: { path } }) => (path.startsWith('/cms/') ? [path.split('/')[2]] : []))
    for (const one of ['user', 'group', 'api_key', 'oper_log', 'login_log', 'config', 'menu', 'element', 'auth'])
      expect(paths).toContain(one)
    const left = open.filter(({ endpoint: { path } }) => /password|secret|session|api_key|\/user\b|group/.test(path))
    expect(left.map(({ name }) => name)).toEqual([])
  })

  test.each(closed)('$name: refused to every key', async ({ endpoint }) => {
    expect(await call(endpoint, everything)).toMatchObject({ status: 403, problem: { code: 'forbidden' } })
  })

  test.each(open)('$name: refused without its permission, and if its maker has lost it', async ({ endpoint, code }) => {
    if (!maker) throw new Error('no maker')
    const others = await newKey(
      maker.id,
      allCodes.filter((one) => one !== code),
    )
    const without_code = await call(endpoint, others.token)
    const lost = await without(maker, code, () => call(endpoint, everything))
    for (const reply of [without_code, lost])
      expect(reply).toMatchObject({ status: 403, problem: { code: 'forbidden', permission: code } })
  })

  test.each(open)('$name: allowed with only its permission, and writing not with a key that reads', async (one) => {
    if (!maker) throw new Error('no maker')
    const { endpoint, code } = one
    const reply = await call(endpoint, (await newKey(maker.id, [code])).token)
    expect([401, 403]).not.toContain(reply.status)
    expect(reply.status).toBeLessThan(500)
    const reading = await call(endpoint, (await newKey(maker.id, [code], { access: 'read' })).token)
    if (endpoint.method === 'GET') expect([401, 403]).not.toContain(reading.status)
    else expect(reading).toMatchObject({ status: 403, problem: { detail: 'This API key may only read.' } })
  })
})

describe('the file of a list', () => {
  const withFile = guarded.flatMap(({ name, endpoint }) =>
    endpoint.csv && endpoint.access.kind === 'permission'
      ? [{ name, path: fill(endpoint.path, 2_000_000_000), list: endpoint.access.code, file: endpoint.csv.permission }]
      : [],
  )
  const codes = all.flatMap((one) => (one.access.kind === 'permission' ? [one.access.code] : []))
  const allCodes = [...new Set([...codes, ...withFile.map(({ file }) => file)])]
  let everything: Awaited<ReturnType<typeof newStaff>>
  beforeAll(async () => {
    everything = await newStaff(allCodes)
  })
  const asked = [{ query: '?format=csv' }, { query: '?format=xlsx' }, { query: '', headers: { accept: 'text/csv' } }]

  test.each(withFile)(
    '$name: refused without its own permission, even with all others',
    async ({ path, list, file }) => {
      const { token } = everything
      await without(everything, file, async () => {
        for (const { query, headers } of asked) {
          const reply = await send('GET', `${path}${query}`, { token, ...(headers && { headers }) })
          expect(reply).toMatchObject({ status: 403, problem: { code: 'forbidden', permission: file } })
        }
        // The same caller reads the list.
        if (list !== file) expect([401, 403]).not.toContain((await send('GET', path, { token })).status)
      })
    },
  )

  test.each(withFile)('$name: allowed with that of the list and its own', async ({ path, list, file }) => {
    const { token } = await newStaff([...new Set([list, file])])
    for (const { query, headers } of asked) {
      const reply = await send('HEAD', `${path}${query}`, { token, ...(headers && { headers }) })
      // Allowed, though there may be no such record, or a required filter may be missing.
      expect([200, 400, 404]).toContain(reply.status)
    }
  })

  test('of a list of records needs more than the list', () => {
    const others = withFile.filter(({ list, file }) => list === file).map(({ path }) => path)
    expect(others.sort()).toEqual([
      '/cms/coupon/import/2000000000/row',
      '/cms/invoice/import/2000000000/row',
      '/cms/order/import/2000000000/row',
      '/cms/product/import/2000000000/row',
      '/cms/promotion/import/2000000000/row',
    ])
  })
})

describe('a malformed Idempotency-Key', () => {
  const cases = all.flatMap((endpoint) =>
    endpoint.access.kind === 'cron' || endpoint.access.kind === 'provider'
      ? []
      : [{ name: nameOf(endpoint), endpoint }],
  )

  test.each(cases)('$name: 400', async ({ endpoint }) => {
    const users = endpoint.path.startsWith('/cms/') ? root : customer
    const token = endpoint.access.kind === 'key' ? key : users
    const headers = { 'idempotency-key': 'short' }
    const reply = await send(endpoint.method, fill(endpoint.path, 1), { body: endpoint.example?.body, token, headers })
    expect(reply).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ in: 'header', name: 'Idempotency-Key' }] },
    })
  })
})

describe('an invalid id', () => {
  const invalidIds = ['0', '-1', 'abc', '1.5', '99999999999999999999', '2147483648', '1\0', ' ', '1,2', '０']
  /** Endpoints with the schema of an earlier endpoint get only two of the ids. */
  const known = new Set<unknown>()
  const cases = withId.map(({ id, ...rest }, at) => {
    const schema = shapeOf(rest.endpoint.params)[id]
    const isKnown = known.has(schema)
    known.add(schema)
    return { ...rest, id, values: isKnown ? invalidIds.filter((_, place) => place % 5 === at % 5) : invalidIds }
  })

  test.each(cases)('$name: 400', async ({ endpoint, id, values }) => {
    const token = endpoint.path.startsWith('/cms/') ? root : customer
    for (const value of values) {
      const reply = await send(endpoint.method, fill(endpoint.path, value), { body: endpoint.example?.body, token })
      expect(reply.status, value).toBe(400)
      expect(reply.problem.invalid_params[0], value).toMatchObject({ in: 'path', name: id })
    }
  })
})

/** All headers but the date, which may differ between two responses. */
const comparable = (headers: Headers) => [...headers].filter(([name]) => name !== 'date')

describe("another user's id gets the same response as a missing one, byte for byte", () => {
  const request_id = 'the-same-for-both'
  const factories: Record<string, (owner: Awaited<ReturnType<typeof newBuyer>>) => Promise<number | string>> = {
    address: async (owner) => (await api('POST /v1/address', { token: owner.token, body: addressInput })).body.id,
    order: (owner) => newOrder(owner),
    payment: async (owner) => {
      const order_id = await newOrder(owner)
      const values = {
        order_id,
        payment_no: unique('P'),
        provider: 'wechat',
        amount: 1,
        payer: '',
        expires_at: new Date(),
      }
      await (await database()).insert(tables.payment).values(values)
      return values.payment_no
    },
    shipped_order: async (owner) => {
      const id = await newOrder(owner)
      await (await database()).update(tables.order).set({ status: 'shipped' }).where(eq(tables.order.id, id))
      return id
    },
    finished_order: async (owner) => {
      const id = await newOrder(owner)
      await api('POST /v1/order/{id}/cancel', { token: owner.token, params: { id } })
      return id
    },
    after_sale: (owner) => newCase(owner, 'refund'),
    invoice: async (owner) => {
      const order_id = await newOrder(owner)
      const values = { order_id, user_id: owner.id, kind: 'personal', title: '王小明', lines_by: 'goods' } as const
      const [made] = await (await database()).insert(tables.invoice).values(values).returning()
      return made?.id ?? 0
    },
    returning_case: async (owner) => {
      const id = await newCase(owner, 'return_refund')
      await changeCase(id, { status: 'returning', return_to: '杭州', return_by: new Date() })
      return id
    },
    rejected_case: async (owner) => {
      const id = await newCase(owner, 'refund')
      await changeCase(id, { status: 'rejected', open: false, closed_at: new Date(), rejected_at: new Date() })
      await (await database())
        .update(tables.after_sale_item)
        .set({ open: false })
        .where(eq(tables.after_sale_item.after_sale_id, id))
      return id
    },
    session: async (owner) => (await api('GET /v1/user/session', { token: owner.token })).body[0]?.id ?? 0,
  }
  const newOrder = async (owner: Awaited<ReturnType<typeof newBuyer>>) => {
    const { sku } = await newProduct()
    const body = { items: [{ sku_id: sku.id, count: 1 }] }
    return (await api('POST /v1/order', { token: owner.token, body })).body.id
  }
  /** Opens a case about a shipped order. */
  const newCase = async (owner: Awaited<ReturnType<typeof newBuyer>>, kind: AfterSaleKind) => {
    const order_id = await newOrder(owner)
    const db = await database()
    // The dictionaries of carriers and reasons. Carriers that an earlier example added are not in use.
    await migrateDatabase()
    await db.update(tables.dict).set({ status: 'enabled' }).where(eq(tables.dict.type, 'carrier'))
    const { order, order_item } = tables
    const paid = { status: 'shipped', paid_amount: order.total_amount } as const
    await db.update(order).set(paid).where(eq(order.id, order_id))
    const items = await db
      .update(order_item)
      .set({ shipped_count: order_item.count })
      .where(eq(order_item.order_id, order_id))
      .returning({ order_item_id: order_item.id, count: order_item.count })
    const body = { order_id, kind, reason_code: 'other', items }
    return (await api('POST /v1/after_sale', { token: owner.token, body })).body.id
  }
  const changeCase = async (id: number, values: Partial<typeof tables.after_sale.$inferInsert>) =>
    (await database()).update(tables.after_sale).set(values).where(eq(tables.after_sale.id, id))
  const owned = all.flatMap((endpoint) =>
    endpoint.owned && endpoint.owned !== 'shared' ? [{ name: nameOf(endpoint), endpoint, kind: endpoint.owned }] : [],
  )

  test.each(owned)('$name', async ({ endpoint, kind }) => {
    const [owner, other] = [await newBuyer(), await newBuyer()]
    const create = factories[kind]
    if (!create) throw new Error(`there is no factory for ${kind}`)
    const id = await create(owner)
    const body = endpoint.example?.body
    const headers = { 'x-request-id': request_id }
    const before = await snapshot()
    const foreign = await send(endpoint.method, fill(endpoint.path, id), { token: other.token, headers, body })
    const missing = await send(endpoint.method, fill(endpoint.path, 2_000_000_000), {
      token: other.token,
      headers,
      body,
    })
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(missing.text)
    expect(comparable(foreign.headers)).toEqual(comparable(missing.headers))
    expect(await snapshot()).toEqual(before)
    // The owner has access, so the responses above are 404 because of the owner.
    const own = await send(endpoint.method, fill(endpoint.path, id), { token: owner.token, body })
    expect(own.status).toBeLessThan(300)
  })

  /** Anyone who knows the number of an order by staff may see it: its own tests show what they see. */
  const byLink = 'GET /v1/order/shared/{order_no}'

  test('every endpoint of a customer that takes an id names its factory', () => {
    const unnamed = all.filter(
      (endpoint) =>
        /^(customer|signed_in)$/.test(endpoint.access.kind) &&
        Object.keys(shapeOf(endpoint.params)).length > 0 &&
        nameOf(endpoint) !== byLink &&
        !endpoint.owned,
    )
    expect(unnamed.map(nameOf)).toEqual([])
  })
})

/** Returns the data that a refused request must not change. */
async function snapshot() {
  const db = await database()
  const [row] = await db
    .select({
      addresses: sql<number>`(select count(*)::int from address)`,
      defaults: sql<string>`(select coalesce(string_agg(id::text, ',' order by id), '') from address where is_default)`,
      orders: sql<string>`(select coalesce(string_agg(id || status || (hidden_at is null), ',' order by id), '') from "order")`,
      cases: sql<string>`(select coalesce(string_agg(id || status, ',' order by id), '') from after_sale)`,
      carts: sql<number>`(select coalesce(sum(count), 0)::int from cart_item)`,
      sessions: sql<number>`(select count(*)::int from session where revoked_at is null)`,
      stock: sql<number>`(select coalesce(sum(stock), 0)::int from sku)`,
    })
    .from(sql`(values (1)) as one`)
  return row
}

test('a snapshot changes when a record is created', async () => {
  const before = await snapshot()
  await newBuyer()
  expect(await snapshot()).not.toEqual(before)
  expect(await (await database()).$count(tables.address)).toBeGreaterThan(0)
})
