import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { send } from '@/lib/server/testing/api'
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
import {
  cron,
  customer,
  type Endpoint,
  endpoint,
  everyone,
  permission,
  signedInWithAnySecret,
  staff,
} from '../endpoint/endpoint'
import { problem } from '../endpoint/problem'
import { text } from './body'
import { respond } from './respond'
import { responseOf } from './response'

/** Sends a request to an endpoint that exists only in a test. */
async function call(
  definition: Endpoint,
  {
    token,
    headers,
    body,
    method = definition.method,
    params = {},
    query = '',
  }: {
    params?: Record<string, string>
    query?: string
    token?: string
    headers?: Record<string, string>
    body?: unknown
    method?: string
  } = {},
) {
  const request = new Request(`http://localhost${definition.path}${query}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const response = responseOf(await respond(definition, request, params))
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}

const read = (handle: Endpoint['handle'], output: z.ZodType = z.object({ id: z.int() })) =>
  endpoint({ method: 'GET', path: '/v1/test', summary: '', access: everyone, output, handle })

describe('the output', () => {
  test('has no unknown keys, so that a secret cannot leak', async () => {
    const reply = await call(read(async () => ({ id: 1, secret_hash: 'x' })))
    expect(reply.text).toBe('{"id":1}')
  })

  test('that does not fit its schema is a 500 without details', async () => {
    const reply = await call(read(async () => ({ id: 'secret value' })))
    expect(reply.status).toBe(500)
    expect(reply.text).not.toContain('secret value')
  })
})

describe('the response', () => {
  test('is unchanged for plain text, and cached like any public response', async () => {
    const reply = await call(read(async () => '1;2\n"3"', text))
    expect(reply).toMatchObject({ status: 200, text: '1;2\n"3"' })
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const etag = reply.headers.get('etag') ?? ''
    expect(
      (
        await call(
          read(async () => '1;2\n"3"', text),
          { headers: { 'if-none-match': etag } },
        )
      ).status,
    ).toBe(304)
    const owned: Endpoint = { ...read(async () => 'mine', text), access: customer }
    expect(await call(owned, { token: (await newCustomer()).token })).toMatchObject({ status: 200, text: 'mine' })
  })

  test('of a deprecated endpoint says when it ends, in successes and failures', async () => {
    const deprecated = { since: '2026-12-01', until: '2027-06-30', use: 'GET /v1/address' }
    const owned: Endpoint = { ...read(async () => ({ id: 1 })), access: customer, deprecated }
    for (const reply of [await call(owned, { token: (await newCustomer()).token }), await call(owned)]) {
      expect(reply.headers.get('deprecation')).toBe('@1796083200')
      expect(reply.headers.get('sunset')).toBe('Wed, 30 Jun 2027 23:59:59 GMT')
    }
    expect((await call({ ...owned, deprecated: undefined })).headers.has('deprecation')).toBe(false)
  })

  test('has the status that follows from the output', async () => {
    const { token } = await newCustomer()
    const put = (duplicate: boolean) =>
      endpoint({
        method: 'POST',
        path: '/v1/test',
        summary: '',
        access: customer,
        output: z.object({ duplicate: z.boolean() }),
        status: (output) => (output.duplicate ? 200 : 201),
        location: () => '/v1/test/1',
        handle: async () => ({ duplicate }),
      })
    for (const [duplicate, status] of [
      [true, 200],
      [false, 201],
    ] as const) {
      const reply = await call(put(duplicate), { token })
      expect(reply).toMatchObject({ status, body: { duplicate } })
      expect(reply.headers.get('location')).toBe('/v1/test/1')
    }
  })
})

describe('an unexpected failure', () => {
  const failing = read(async () => {
    throw new Error('the password is hunter2')
  })

  test('gives the client no details and is recorded under its request id, once per fingerprint', async () => {
    const first = await call(failing, { headers: { 'x-request-id': 'first-request' } })
    expect(first.body).toMatchObject({
      status: 500,
      code: 'internal_error',
      request_id: 'first-request',
      type: '/docs/errors#internal_error',
    })
    expect(first.text).not.toContain('hunter2')
    await call(failing, { headers: { 'x-request-id': 'second-request' } })
    const rows = await (await database())
      .select()
      .from(tables.error_log)
      .where(eq(tables.error_log.message, 'the password is hunter2'))
    expect(rows).toEqual([
      expect.objectContaining({
        count: 2,
        request_ids: ['second-request', 'first-request'],
        path: '/v1/test',
        status: 'new',
      }),
    ])
    expect(rows[0]?.stack).toContain('pipeline.driver.test.ts')
  })

  test('of a query is recorded without its parameters', async () => {
    const reply = await call(read(async ({ db }) => db.execute(sql`select ${'very secret'}::text from no_such_table`)))
    expect(reply.status).toBe(500)
    const rows = await (await database()).select().from(tables.error_log)
    expect(JSON.stringify(rows)).not.toContain('very secret')
    expect(JSON.stringify(rows)).toContain('no_such_table')
  })

  test('keeps the latest twenty request ids', async () => {
    const other = read(async () => {
      throw new Error('again and again')
    })
    for (let index = 0; index < 25; index++) await call(other, { headers: { 'x-request-id': `request-${index}` } })
    const [row] = await (await database())
      .select()
      .from(tables.error_log)
      .where(eq(tables.error_log.message, 'again and again'))
    expect(row?.count).toBe(25)
    expect(row?.request_ids).toHaveLength(20)
    expect(row?.request_ids[0]).toBe('request-24')
  })
})

describe('access', () => {
  const guarded = (access: Endpoint['access']) =>
    endpoint({
      method: 'GET',
      path: '/cms/test',
      summary: '',
      access,
      output: z.object({ ok: z.boolean() }),
      handle: async () => ({ ok: true }),
    })

  test('a permission gives access to staff who have it and to root; others get its code', async () => {
    const withPermission = guarded(permission('cms.banner.create'))
    const [permitted, other, root] = [
      await newStaff(['cms.banner.create']),
      await newStaff(['cms.banner.list']),
      await newStaff([], { is_root: true }),
    ]
    expect((await call(withPermission, { token: permitted.token })).status).toBe(200)
    expect((await call(withPermission, { token: root.token })).status).toBe(200)
    const refused = await call(withPermission, { token: other.token })
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(refused.body.detail).toBe('This requires the permission cms.banner.create.')
    expect(refused.body.permission).toBe('cms.banner.create')
    expect((await call(withPermission, { token: (await newCustomer()).token })).status).toBe(403)
    expect((await call(withPermission)).status).toBe(401)
  })

  test('a revoked permission is refused on the next request', async () => {
    const withPermission = guarded(permission('cms.banner.create'))
    const permitted = await newStaff(['cms.banner.create'])
    await (await database())
      .delete(tables.group_permission)
      .where(eq(tables.group_permission.group_id, permitted.group_id))
    expect((await call(withPermission, { token: permitted.token })).status).toBe(403)
  })

  test('customers and staff have no access to endpoints of the other', async () => {
    expect((await call(guarded(staff), { token: (await newCustomer()).token })).status).toBe(403)
    expect((await call(guarded(customer), { token: (await newStaff()).token })).status).toBe(403)
    expect((await call(guarded(staff), { token: (await newStaff()).token })).status).toBe(200)
  })

  test('a password that must be changed gives access only to endpoints that declare it', async () => {
    const { token } = await newStaff([], { must_change_secret: true })
    expect(await call(guarded(staff), { token })).toMatchObject({ status: 403, body: { code: 'secret_expired' } })
    expect((await call(guarded(signedInWithAnySecret), { token })).status).toBe(200)
  })

  test('the scheduler needs only its secret', async () => {
    const job = guarded(cron)
    expect((await call(job, { headers: { authorization: `Bearer ${process.env.CRON_SECRET}` } })).status).toBe(200)
    expect((await call(job, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
    expect((await call(job)).status).toBe(401)
    expect((await call(job, { token: (await newStaff([], { is_root: true })).token })).status).toBe(401)
  })
})

describe('transactions', () => {
  test('commit together with the statements of withCommit, which fail without a transaction', async () => {
    const { db } = await connection()
    const table = sql.identifier(unique('with_commit_'))
    await db.execute(sql`create table ${table} (id int primary key)`)
    const writing = (method: 'GET' | 'POST', id: number) =>
      endpoint({
        method,
        path: '/v1/test',
        summary: '',
        access: everyone,
        output: z.object({}),
        async handle({ db: tx, recorder }) {
          recorder.withCommit(() => Promise.resolve(tx.execute(sql`insert into ${table} values (${id})`)))
          return {}
        },
      })
    expect((await call(writing('POST', 1))).status).toBe(200)
    expect((await call(writing('POST', 1))).status).toBeGreaterThanOrEqual(400)
    expect((await call(writing('GET', 2))).status).toBe(500)
    const rows = await db.select({ id: sql<number>`id` }).from(sql`${table}`)
    expect(rows).toEqual([{ id: 1 }])
  })

  const write = (handle: Endpoint['handle']): Endpoint => ({
    method: 'POST',
    path: '/v1/test',
    summary: '',
    access: customer,
    output: z.object({ id: z.int() }),
    handle,
  })

  test('a failure after a write is rolled back', async () => {
    const { token } = await newCustomer()
    const reply = await call(
      write(async ({ db }) => {
        await db.insert(tables.theme).values({ name: 'must not stay' })
        throw problem('in_use')
      }),
      { token },
    )
    expect(reply.status).toBe(409)
    expect(await (await database()).$count(tables.theme, eq(tables.theme.name, 'must not stay'))).toBe(0)
  })

  test('a query outside of the current transaction fails instead of waiting forever', async () => {
    const { token } = await newCustomer()
    const { db: outer } = await connection()
    const reply = await call(
      write(async () => {
        await outer.select().from(tables.theme)
        return { id: 1 }
      }),
      { token },
    )
    expect(reply.status).toBe(500)
    const [row] = await outer.select().from(tables.error_log).where(sql`message like '%inside a transaction%'`)
    expect(row).toBeDefined()
  })

  test.each(['40001', '40P01'])('an error %s is retried at most twice', async (code) => {
    const { token } = await newCustomer()
    let calls = 0
    const flaky = (failures: number) =>
      write(async () => {
        calls += 1
        if (calls <= failures) throw Object.assign(new Error('conflict'), { code })
        return { id: calls }
      })
    expect((await call(flaky(2), { token })).body).toEqual({ id: 3 })
    calls = 0
    expect((await call(flaky(3), { token })).status).toBe(500)
    expect(calls).toBe(3)
  })

  test('the records of a refused attempt survive its rollback', async () => {
    const { token } = await newCustomer()
    await call(
      write(async ({ recorder }) => {
        recorder.login({ account: 'kept', type: 100, success: false, ip: 'x', user_agent: '' })
        throw problem('forbidden')
      }),
      { token },
    )
    expect(await (await database()).$count(tables.login_log, eq(tables.login_log.account, 'kept'))).toBe(1)
  })
})

describe('limits', () => {
  test('count the reads of an IP in the process', async () => {
    await setParameters({ 'limit.reads_per_minute': 3 })
    const read = () => send('GET', '/v1/product/recent', { ip: '198.51.100.77' })
    const statuses = []
    // The requests may fall into two minutes, each with its own count.
    for (let count = 0; count < 9; count++) statuses.push((await read()).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3)
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
    expect((await send('GET', '/v1/product/recent', { ip: '198.51.100.78' })).status).toBe(200)
    await resetParameter('limit.reads_per_minute')
  })

  test('count the writes of a user, but neither reads nor other users', async () => {
    await setParameters({ 'limit.writes_per_minute': 3 })
    const [first, second] = [await newCustomer(), await newCustomer()]
    const put = (token: string) => send('PUT', '/v1/user', { token, body: { nickname: '一' } })
    for (let count = 0; count < 3; count++) expect((await put(first.token)).status).toBe(200)
    const refused = await put(first.token)
    expect(refused.status).toBe(429)
    expect(refused.problem.code).toBe('too_many_requests')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit')).toMatch(/^"writes";r=0;t=\d+$/)
    expect(refused.headers.get('ratelimit-policy')).toBe('"writes";q=3')
    expect((await send('GET', '/v1/user', { token: first.token })).status).toBe(200)
    expect((await put(second.token)).status).toBe(200)
    await resetParameter('limit.writes_per_minute')
  })
})

describe('idempotency', () => {
  const key = 'one-and-the-same-key'
  const place = (token: string, sku_id: number, count = 1, idempotency = key) =>
    send('POST', '/v1/order', {
      token,
      body: { items: [{ sku_id, count }] },
      headers: { 'idempotency-key': idempotency },
    })

  test('a repeated request gets the first response', async () => {
    const [buyer, { sku }] = [await newBuyer(), await newProduct()]
    const first = await place(buyer.token, sku.id)
    const second = await place(buyer.token, sku.id)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ])
    expect(await (await database()).$count(tables.order, eq(tables.order.user_id, buyer.id))).toBe(1)
  })

  test('the same key for another request is refused', async () => {
    const [buyer, { sku }] = [await newBuyer(), await newProduct()]
    await place(buyer.token, sku.id)
    const reply = await place(buyer.token, sku.id, 2)
    expect(reply.status).toBe(422)
    expect(reply.problem.code).toBe('idempotency_key_reused')
  })

  test('the same key of another user is another key', async () => {
    const [first, second, { sku }] = [await newBuyer(), await newBuyer(), await newProduct()]
    const [a, b] = [await place(first.token, sku.id), await place(second.token, sku.id)]
    expect([a.status, b.status]).toEqual([201, 201])
    expect(a.text).not.toBe(b.text)
  })

  test('a failure frees the key', async () => {
    const [buyer, { sku }] = [await newBuyer(), await newProduct({ skus: [{ stock: 1 }] })]
    expect((await place(buyer.token, sku.id, 2)).status).toBe(409)
    expect((await place(buyer.token, sku.id, 1)).status).toBe(201)
  })

  test('after a day the key is free again', async () => {
    const [buyer, { sku }] = [await newBuyer(), await newProduct()]
    const first = await place(buyer.token, sku.id)
    await (await database())
      .update(tables.idempotency)
      .set({ created_at: sql`now() - interval '25 hours'` })
      .where(eq(tables.idempotency.user_id, buyer.id))
    const second = await place(buyer.token, sku.id, 2)
    expect(second.status).toBe(201)
    expect(second.text).not.toBe(first.text)
  })
})

describe('headers', () => {
  test('a valid request id is kept, any other is replaced', async () => {
    const kept = await send('GET', '/v1/category', { headers: { 'x-request-id': 'abc_DEF-123' } })
    expect(kept.headers.get('x-request-id')).toBe('abc_DEF-123')
    for (const invalid of ['short', 'with space in it', 'x'.repeat(65)]) {
      const replaced = await send('GET', '/v1/category', { headers: { 'x-request-id': invalid } })
      expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('a public response can be cached and is 304 until it changes', async () => {
    const first = await send('GET', '/v1/category')
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=15, stale-while-revalidate=60')
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await send('GET', '/v1/category', { headers: { 'if-none-match': known } })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get('vary')).toMatch(/Accept-Encoding/i)
    }
    expect((await send('GET', '/v1/category', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    await (await database()).insert(tables.category).values({ name: 'new' })
    expect((await send('GET', '/v1/category', { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('every other response is private', async () => {
    const { token } = await newCustomer()
    expect((await send('GET', '/v1/user', { token })).headers.get('cache-control')).toBe('private, no-store')
    expect((await send('GET', '/v1/product/2000000000')).headers.get('cache-control')).toBe('private, no-store')
  })

  test('HEAD is GET without the body', async () => {
    const [get, head] = [await send('GET', '/v1/category'), await send('HEAD', '/v1/category')]
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
  })

  test('a method that a path does not accept is 405 with the accepted ones', async () => {
    const reply = await send('PATCH', '/v1/address')
    expect(reply).toMatchObject({ status: 405, problem: { code: 'method_not_allowed' } })
    expect(reply.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect((await send('OPTIONS', '/v1/address')).status).toBe(204)
  })

  test.each(['/v1', '/v1/nothing/here', '/cms', '/cms/nothing'])('%s is a 404 problem', async (path) => {
    const reply = await send('GET', path)
    expect(reply).toMatchObject({ status: 404, problem: { code: 'not_found' } })
    expect(reply.headers.get('content-type')).toBe('application/problem+json')
  })

  test('a path with encoded letters is the same path', async () => {
    const reply = await send('GET', '/v1/%63atego%72y')
    // The router of these tests decodes the path; the servers redirect to the decoded path.
    if (reply.status === 308) expect(reply.headers.get('location')).toBe('/v1/category')
    else expect(reply.status).toBe(200)
    const unknown = await send('GET', '/v1/%6eothing?a=%20b')
    if (unknown.status === 308) expect(unknown.headers.get('location')).toBe('/v1/nothing?a=%20b')
    else expect(unknown.status).toBe(404)
    expect((await send('GET', '/v1/%e8%8c%b6%2f')).status).toBe(404)
  })

  test('no origin is allowed by default', async () => {
    const reply = await send('GET', '/v1/category', { headers: { origin: 'https://evil.example' } })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })
})
