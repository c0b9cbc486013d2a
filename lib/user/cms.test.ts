import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, dispatch } from '@/lib/server/testing/api'
import { database, newBuyer, newCustomer, newProduct, newStaff, unique } from '@/lib/server/testing/factories'

const root = () => newStaff([], { is_root: true })
const input = (more: { email?: string; username?: string; [field: string]: unknown } = {}) => ({
  username: unique('new-'),
  secret: 'a first password',
  nickname: '新人',
  group_ids: [],
  ...more,
})

describe('a staff member', () => {
  test('is created with groups and accounts, and can sign in with each account', async () => {
    const { token } = await root()
    const { group_id } = await newStaff()
    const [email, mobile] = [`${unique('e')}@Example.com`, `138${Math.floor(Math.random() * 1e8)}`.padEnd(11, '0')]
    const body = input({ email, mobile, group_ids: [group_id, group_id], must_change_secret: false })
    const created = await api('POST /cms/user', { token, body })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/cms/user/${created.body.id}`)
    expect(created.body).toMatchObject({
      username: body.username,
      email: email.toLowerCase(),
      mobile,
      status: 'active',
      is_root: false,
      must_change_secret: false,
      groups: [{ id: group_id }],
      version: 1,
    })
    expect(created.text).not.toContain(body.secret)
    for (const [type, account] of [
      [100, body.username],
      [101, email],
      [102, mobile],
    ]) {
      expect((await api('POST /v1/token', { body: { type, account, secret: body.secret } })).status).toBe(200)
    }
  })

  test.each([
    ['username', { username: '1st' }, 'invalid_format'],
    ['username', { username: 'a@b.cd' }, 'invalid_format'],
    ['email', { email: 'nothing' }, 'invalid_format'],
    ['mobile', { mobile: 'nothing' }, 'invalid_format'],
    ['group_ids.1', { group_ids: [] as number[], unknown_group: true }, 'not_found'],
    ['secret', { secret: 'short' }, 'too_small'],
    ['kind', { kind: 'customer' }, 'unknown_field'],
  ])('with an invalid %s is refused at that field', async (name, invalid, code) => {
    const { token, group_id } = await root()
    const { unknown_group, ...more } = { unknown_group: false, ...invalid }
    const body = input(unknown_group ? { group_ids: [group_id, 2_000_000_000] } : more)
    const users = await (await database()).$count(tables.user)
    const reply = await api('POST /cms/user', { token, body })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ in: 'body', name, code }] } })
    expect(await (await database()).$count(tables.user)).toBe(users)
  })

  test('cannot take an account that is in use; a failed change changes nothing', async () => {
    const { token } = await root()
    const taken = input({ email: `${unique('e')}@example.com` })
    await api('POST /cms/user', { token, body: taken })
    const again = await api('POST /cms/user', { token, body: input({ username: taken.username.toUpperCase() }) })
    expect(again).toMatchObject({
      status: 409,
      problem: { invalid_params: [{ name: 'username', code: 'already_exists' }] },
    })
    const other = (await api('POST /cms/user', { token, body: input() })).body
    const params = { id: other.id }
    const conflict = await api('PUT /cms/user/{id}', { token, params, body: { email: taken.email, nickname: '改' } })
    expect(conflict).toMatchObject({ status: 409, problem: { invalid_params: [{ name: 'email' }] } })
    expect((await api('GET /cms/user/{id}', { token, params })).body).toMatchObject({ nickname: '新人', version: 1 })
  })

  test('is changed by field: absent fields stay, null clears a field', async () => {
    const { token } = await root()
    const body = input({ email: `${unique('e')}@example.com`, remark: '仓库' })
    const { id } = (await api('POST /cms/user', { token, body })).body
    const put = (changes: object) => api('PUT /cms/user/{id}', { token, params: { id }, body: changes })
    expect((await put({ nickname: '新名' })).body).toMatchObject({
      nickname: '新名',
      remark: '仓库',
      email: body.email,
    })
    expect((await put({ email: null, version: 2 })).body).toMatchObject({ email: null, version: 3 })
    expect(await put({ nickname: '晚到', version: 1 })).toMatchObject({
      status: 409,
      problem: { code: 'stale_version' },
    })
  })

  test('is found by name, group and status, newest first, in pages', async () => {
    const { token } = await root()
    const { group_id } = await newStaff()
    const mark = unique('find')
    const ids: number[] = []
    for (let i = 0; i < 5; i++) {
      const body = input({ username: `${mark}-${i}`, nickname: `甲${mark}${i}`, group_ids: i < 3 ? [group_id] : [] })
      ids.unshift((await api('POST /cms/user', { token, body })).body.id)
    }
    const list = async (query: Record<string, string | number>) => (await api('GET /cms/user', { token, query })).body
    expect((await list({ q: mark })).items.map(({ id }) => id)).toEqual(ids)
    expect((await list({ q: `甲${mark}` })).total).toBe(5)
    expect((await list({ q: mark.toUpperCase() })).total).toBe(5)
    expect((await list({ q: '%' })).total).toBe(0)
    expect((await list({ q: mark, group_id })).total).toBe(3)
    expect((await list({ q: mark, status: 'disabled' })).total).toBe(0)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ q: mark, size: 2, page })))
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids)
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([2, 2, 1, 0].map((rows) => [rows, 5]))
  })

  test('can be sorted by any column, rows without a value last, then by id', async () => {
    const { token } = await root()
    const mark = unique('sort')
    const make = async (nickname: string, more: object = {}) =>
      (await api('POST /cms/user', { token, body: input({ username: unique(`${mark}-`), nickname, ...more }) })).body.id
    const email = (first: string) => ({ email: `${first}${mark}@example.com` })
    const [a, b, c] = [await make('b'), await make('a', email('z')), await make('a', email('y'))]
    const sorted = async (sort: string) =>
      (await api('GET /cms/user', { token, query: { q: mark, sort } })).body.items.map(({ id }) => id)
    expect(await sorted('nickname')).toEqual([b, c, a])
    expect(await sorted('-nickname')).toEqual([a, c, b])
    expect(await sorted('email')).toEqual([c, b, a])
    expect(await sorted('-email')).toEqual([b, c, a])
    for (const field of ['id', 'username', 'status', 'is_root', 'mobile', 'last_login_at', 'created_at']) {
      expect([...(await sorted(field))].sort((x, y) => x - y)).toEqual([a, b, c])
      expect([...(await sorted(`-${field}`))].sort((x, y) => x - y)).toEqual([a, b, c])
    }
    const wrong = await api('GET /cms/user', { token, query: { sort: 'secret_hash' } })
    expect(wrong).toMatchObject({ status: 400, problem: { invalid_params: [{ in: 'query', name: 'sort' }] } })
  })

  test('appears in the CSV file once, newest first, with any requested sort and page', async () => {
    const { token } = await root()
    const mark = unique('file')
    const people = Array.from({ length: 1_100 }, () => ({ kind: 'staff' as const, nickname: mark }))
    const rows = await (await database()).insert(tables.user).values(people).returning({ id: tables.user.id })
    const request = new Request(`http://localhost:3000/cms/user?q=${mark}&sort=nickname&page=2&format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const response = await dispatch(request)
    expect(response.headers.get('content-disposition')).toMatch(/"staff-\d{4}-\d\d-\d\d-\d{6}\.csv"/)
    const [heading = '', ...lines] = (await response.text()).trim().split('\n')
    expect(heading).toMatch(/^"id","username",/)
    expect(lines.map((line) => Number(line.split('"')[1]))).toEqual(rows.map(({ id }) => id).reverse())
  })

  test('has all permissions as root, otherwise the permissions of the groups', async () => {
    await (await database()).insert(tables.auth).values([{ code: 'cms.test.old', module: 'test', obsolete: true }])
    await (await database()).insert(tables.auth).values([{ code: 'cms.test.new', module: 'test' }])
    const codesOf = async (token: string) => (await api('GET /v1/user', { token })).body.permission_codes
    expect(await codesOf((await newStaff(['cms.test.new'])).token)).toEqual(['cms.test.new'])
    const all = await codesOf((await root()).token)
    expect(all).toContain('cms.test.new')
    expect(all).not.toContain('cms.test.old')
  })
})

describe('a customer', () => {
  test('is found by part of the nickname or the beginning of the phone number, not by patterns', async () => {
    const { token } = await root()
    const { id } = await newCustomer({ nickname: '山水有相逢' })
    const mobile = `139${Math.floor(Math.random() * 1e8)}`.padEnd(11, '1')
    await (await database()).insert(tables.identity).values({ user_id: id, type: 102, identifier: mobile })
    const found = async (q: string) =>
      (await api('GET /cms/customer', { token, query: { q } })).body.items.map((item) => item.id)
    expect(await found('水有')).toEqual([id])
    expect(await found(mobile.slice(0, 9))).toEqual([id])
    expect(await found('_')).toEqual([])
    const other = await newCustomer({ nickname: `Ｘｉａｏ Cafe\u0301 ${id}` })
    for (const q of [`XIAO CAF\u00c9 ${id}`, 'ｘｉａｏ caf\u00e9']) expect(await found(q), q).toEqual([other.id])
  })

  test('is found by an account as it was typed, and by the name or phone number of a receiver', async () => {
    const { token } = await root()
    const buyer = await newBuyer()
    const email = `a.b.${buyer.id}@example.com`
    await (await database()).insert(tables.identity).values([
      { user_id: buyer.id, type: 101, identifier: email },
      { user_id: buyer.id, type: 102, identifier: `138${String(buyer.id).padStart(8, '0')}` },
    ])
    const { sku } = await newProduct()
    const { body } = await api('POST /v1/order', {
      token: buyer.token,
      body: { items: [{ sku_id: sku.id, count: 1 }] },
    })
    const mobile = `+852${String(body.id).padStart(8, '5')}`
    await (await database())
      .update(tables.order)
      .set({
        receiver: sql`receiver || jsonb_build_object('mobile', ${mobile}::text, 'name', ${`周穆兰${body.id}`}::text,
          'detail', ${`穆兰路${body.id}`}::text)`,
      })
      .where(eq(tables.order.id, body.id))
    const found = async (q: string) =>
      (await api('GET /cms/customer', { token, query: { q } })).body.items.map((item) => item.id)
    expect(await found(email.toUpperCase())).toEqual([buyer.id])
    const own = String(buyer.id).padStart(8, '0')
    for (const q of [`+86 138-${own}`, `0086138${own}`, `\u202d138\u00a0${own}\u202c`, `+86 138 ${own.slice(0, -1)}`])
      expect(await found(q), q).toEqual([buyer.id])
    expect(await found(mobile)).toEqual([buyer.id])
    expect(await found(mobile.replace('+', '00 '))).toEqual([buyer.id])
    for (const [q, ids] of [
      [`穆兰${body.id}`, [buyer.id]],
      [`穆兰路${body.id}`, []],
      ['穆', []],
    ] as const)
      expect(await found(q), q).toEqual(ids)
  })

  test('and a member of staff are found by a phone number in any form', async () => {
    const { token } = await root()
    const { id } = await newStaff()
    const own = String(id).padStart(8, '0')
    await (await database()).insert(tables.identity).values({ user_id: id, type: 102, identifier: `136${own}` })
    for (const q of [`+86 136-${own}`, `\u202d136 ${own}\u202c`, own])
      expect(
        (await api('GET /cms/user', { token, query: { q } })).body.items.map((item) => item.id),
        q,
      ).toContain(id)
  })

  test('can be disabled, which ends all sessions, and given a remark', async () => {
    const { token } = await root()
    const customer = await newCustomer()
    const params = { id: customer.id }
    const body = { status: 'disabled', remark: '刷单' }
    const reply = await api('PUT /cms/customer/{id}', { token, params, body })
    expect(reply.body).toMatchObject({ ...body, version: 2, addresses: [], orders: [], order_count: 0, paid_amount: 0 })
    expect((await api('GET /v1/user', { token: customer.token })).status).toBe(401)
    const [row] = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.request_id, reply.headers.get('x-request-id') ?? ''))
    expect(row).toMatchObject({ before: { status: 'active', remark: '' }, after: body })
  })

  test('has the total of all payments, from which refunds are not deducted', async () => {
    const { token } = await root()
    const buyer = await newBuyer()
    const { sku } = await newProduct({ skus: [{ price: 700 }] })
    const place = () => api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id: sku.id, count: 1 }] } })
    const [{ body: refunded }, { body: paid }] = [await place(), await place(), await place()]
    const db = await database()
    const set = { status: 'paid', paid_amount: 700 } as const
    await db.update(tables.order).set(set).where(eq(tables.order.id, paid.id))
    const back = { status: 'refunded', refunded_amount: 700, promised_amount: 700 } as const
    await db
      .update(tables.order)
      .set({ ...set, ...back })
      .where(eq(tables.order.id, refunded.id))
    const params = { id: buyer.id }
    expect((await api('GET /cms/customer/{id}', { token, params })).body).toMatchObject({
      order_count: 3,
      paid_amount: 1_400,
    })
  })

  test('is not found as staff, and staff are not found as customers', async () => {
    const staff = await root()
    const customer = await newCustomer()
    expect((await api('GET /cms/user/{id}', { token: staff.token, params: { id: customer.id } })).status).toBe(404)
    const reply = await api('PUT /cms/customer/{id}', {
      token: staff.token,
      params: { id: staff.id },
      body: { remark: 'x' },
    })
    expect(reply.status).toBe(404)
  })
})

describe('an account that wrong passwords have locked', () => {
  const wrong = (account: string, ip = '203.0.113.50') =>
    api('POST /v1/token', { body: { type: 100, account, secret: 'not the secret at all' }, ip })
  const locked = async () => {
    const { token } = await root()
    const body = input()
    const { id } = (await api('POST /cms/user', { token, body })).body
    for (let at = 0; at < 5; at++) expect((await wrong(body.username)).status).toBe(401)
    return { token, id, username: body.username, params: { id } }
  }
  const untilOf = async ({ token, params }: { token: string; params: { id: number } }) =>
    (await api('GET /cms/user/{id}', { token, params })).body.locked_until

  test('has `locked_until` until the lock ends, and can be unlocked at once', async () => {
    const { token, username, params } = await locked()
    expect((await wrong(username)).status).toBe(429)
    const until = Date.parse((await untilOf({ token, params })) ?? '') - Date.now()
    expect(until).toBeGreaterThan(500_000)
    expect(until).toBeLessThanOrEqual(600_000)
    const [listed] = (await api('GET /cms/user', { token, query: { q: username } })).body.items
    expect(listed?.locked_until).toEqual(await untilOf({ token, params }))

    const reply = await api('POST /cms/user/{id}/unlock', { token, params })
    expect(reply).toMatchObject({ status: 200, body: { id: params.id, locked_until: null } })
    expect((await wrong(username)).status).toBe(401)
    const [row] = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.permission_code, 'cms.user.unlock'))
      .orderBy(desc(tables.oper_log.id))
      .limit(1)
    expect(row).toMatchObject({ action: 'unlock', target_id: String(params.id), after: { locked_until: null } })
  })

  test('is unlocked by a new password, too', async () => {
    const { token, params } = await locked()
    const body = { secret: 'an entirely other secret' }
    expect((await api('PUT /cms/user/{id}/password', { token, params, body })).status).toBe(204)
    expect(await untilOf({ token, params })).toBeNull()
  })

  test('has no `locked_until` after the lock has ended, or after few wrong passwords', async () => {
    const { token, id, params } = await locked()
    await (await database())
      .update(tables.rate_limit)
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where(eq(tables.rate_limit.locks, id))
    expect(await untilOf({ token, params })).toBeNull()
    const other = input()
    const { id: spared } = (await api('POST /cms/user', { token, body: other })).body
    for (let at = 0; at < 4; at++) await wrong(other.username)
    expect(await untilOf({ token, params: { id: spared } })).toBeNull()
  })

  test('is unlocked only by staff with the permission, who hold every permission of the locked account', async () => {
    const { params } = await locked()
    const { token } = await newStaff(['cms.user.list', 'cms.user.password'])
    expect(await api('POST /cms/user/{id}/unlock', { token, params })).toMatchObject({
      status: 403,
      problem: { permission: 'cms.user.unlock' },
    })
    const { id: chief } = await root()
    const unlocker = await newStaff(['cms.user.unlock'])
    expect((await api('POST /cms/user/{id}/unlock', { token: unlocker.token, params: { id: chief } })).status).toBe(403)
  })
})
