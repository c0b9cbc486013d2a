import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newBuyer,
  newKey,
  newProduct,
  newStaff,
  resetParameter,
  setParameters,
} from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'

const keyCodes = ['cms.api_key.list', 'cms.api_key.create', 'cms.api_key.update']
const input = {
  name: 'ERP',
  permission_codes: ['cms.order.list', 'cms.order.note'],
  access: 'write',
  expires_at: null,
} as const
let maker: Awaited<ReturnType<typeof newStaff>>
let colleague: Awaited<ReturnType<typeof newStaff>>
beforeAll(async () => {
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 1_000_000 })
  maker = await newStaff([...keyCodes, ...input.permission_codes])
  colleague = await newStaff([...keyCodes, ...input.permission_codes, 'cms.oper_log.list'])
})

const create = (values: object = {}, { token } = maker) =>
  api('POST /cms/api_key', { token, body: { ...input, ...values } })
const me = (token: string, ip?: string) => api('GET /cms/api_key/me', { token, ...(ip && { ip }) })
const change = (id: number, body: object, token = maker.token) =>
  api('PUT /cms/api_key/{id}', { token, params: { id }, body })

describe('a new key', () => {
  test('has its secret in no other answer, and says what it may do', async () => {
    const { body, status, headers } = await create({ allowed_ips: ['203.0.113.0/24', '2001:db8::/32'] })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/cms/api_key/${body.id}`)
    expect(body.secret).toMatch(/^msk_[\w-]{43}[\w-]{6}$/)
    expect(body.secret.startsWith(body.hint)).toBe(true)
    const read = await api('GET /cms/api_key/{id}', { token: maker.token, params: { id: body.id } })
    const { secret, ...shown } = body
    expect(read.body).toEqual(shown)
    const own = await me(secret, '203.0.113.9')
    expect(own.body).toMatchObject({ id: body.id, name: 'ERP', permission_codes: [...input.permission_codes].sort() })
    const list = await api('GET /cms/api_key', { token: maker.token, query: { q: 'er', status: 'active' } })
    expect(list.body.items.map(({ id }) => id)).toContain(body.id)
    expect(list.text).not.toContain(secret)
  })

  test('is made once, though its secret is not repeated', async () => {
    const headers = { 'idempotency-key': 'one-key-for-the-erp' }
    const request = () => api('POST /cms/api_key', { token: maker.token, headers, body: input })
    const first = await request()
    expect(await request()).toMatchObject({ status: 409, problem: { code: 'already_exists', id: first.body.id } })
  })

  test.each([
    [{ permission_codes: ['cms.product.list'] }, 403, undefined],
    [{ permission_codes: ['cms.user.list'] }, 400, 'permission_codes.0'],
    [{ permission_codes: ['cms.api_key.create'] }, 400, 'permission_codes.0'],
    [{ permission_codes: ['cms.order.list', 'cms.none.such'] }, 400, 'permission_codes.1'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 400, 'expires_at'],
    [{ expires_at: new Date(Date.now() + 367 * 86_400_000).toISOString() }, 400, 'expires_at'],
    [{ allowed_ips: ['999.1.1.1'] }, 400, 'allowed_ips.0'],
    [{ allowed_ips: ['10.0.0.0/33'] }, 400, 'allowed_ips.0'],
    [{ name: 'E\0RP' }, 400, 'name'],
    [{ access: 'all' }, 400, 'access'],
  ])('with %j: %i', async (values, status, field) => {
    const reply = await create(values)
    expect(reply.status).toBe(status)
    if (field) expect(reply.problem.invalid_params[0]).toMatchObject({ in: 'body', name: field })
  })
})

describe('a request with a key', () => {
  test('that is mistyped, unknown, expired, revoked or of a disabled maker says which', async () => {
    const [expired, revoked] = [
      await newKey(maker.id, [], { expires_at: new Date(Date.now() - 1_000) }),
      await newKey(maker.id, [], { revoked_at: new Date() }),
    ]
    const gone = await newStaff()
    const orphan = await newKey(gone.id, [])
    await (await database()).update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, gone.id))
    const unknown = await create()
    await (await database()).delete(tables.api_key).where(eq(tables.api_key.id, unknown.body.id))
    const details = [`${expired.token.slice(0, -1)}~`, unknown.body.secret, expired.token, revoked.token, orphan.token]
    const replies = await Promise.all(details.map((token) => me(token)))
    expect(replies.map(({ status, problem }) => [status, problem.code])).toEqual(
      Array(5).fill([401, 'unauthenticated']),
    )
    expect(
      replies.map(({ problem: { detail } }) => /typing|unknown|expired|revoked|disabled/.exec(detail ?? '')?.[0]),
    ).toEqual(['typing', 'unknown', 'expired', 'revoked', 'disabled'])
  })

  test('from another address is refused, also in the form of IPv6', async () => {
    const { token } = await newKey(maker.id, [], { allowed_ips: ['203.0.113.7', '2001:db8::/32'] })
    expect((await me(token, '203.0.113.7')).status).toBe(200)
    expect((await me(token, '::ffff:203.0.113.7')).status).toBe(200)
    expect((await me(token, '2001:db8::9')).status).toBe(200)
    for (const ip of ['203.0.113.8', '2001:db9::1', '::ffff:203.0.113.8'])
      expect(await me(token, ip)).toMatchObject({ status: 403, problem: { code: 'forbidden' } })
  })

  test('acts under its own name', async () => {
    const { body: key } = await create({ name: 'Depot' })
    const buyer = await newBuyer()
    const { sku } = await newProduct()
    const order = await api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id: sku.id, count: 1 }] } })
    const note = { token: key.secret, params: { id: order.body.id }, body: { text: 'Packed' } }
    expect((await api('POST /cms/order/{id}/note', note)).status).toBeLessThan(300)
    const { body } = await api('GET /cms/oper_log', { token: colleague.token, query: { user_id: key.id } })
    expect(body.items[0]).toMatchObject({ user: { id: key.id, username: 'Depot', is_key: true }, success: true })
    expect((await api('GET /v1/address', { token: key.secret })).status).toBe(403)
    expect((await api('POST /v1/address', { token: key.secret, body: addressInput })).status).toBe(403)
    const after = await api('GET /cms/api_key/{id}', { token: maker.token, params: { id: key.id } })
    expect(after.body).toMatchObject({ last_ip: expect.any(String), last_used_at: expect.any(String) })
  })

  test('has limits of its own, and headers that tell what is left', async () => {
    await setParameters({ 'limit.key_reads_per_minute': 2, 'limit.key_writes_per_minute': 1 })
    try {
      const { token } = await newKey(maker.id, ['cms.order.note'])
      const reads = [await me(token), await me(token), await me(token)]
      expect(reads.map(({ status }) => status)).toEqual([200, 200, 429])
      expect(reads.map(({ headers }) => headers.get('ratelimit')?.replace(/t=\d+/, 't'))).toEqual([
        '"reads";r=1;t',
        '"reads";r=0;t',
        '"reads";r=0;t',
      ])
      const write = () =>
        api('POST /cms/order/{id}/note', { token, params: { id: 2_000_000_000 }, body: { text: 'x' } })
      const writes = [await write(), await write()]
      expect(writes.map(({ status }) => status)).toEqual([404, 429])
      expect(writes[0]?.headers.get('ratelimit-policy')).toBe('"writes";q=1')
    } finally {
      await resetParameter('limit.key_reads_per_minute')
      await resetParameter('limit.key_writes_per_minute')
    }
  })
})

describe('a change', () => {
  test('that widens a key is for its maker alone; others may narrow and revoke it', async () => {
    const { body: key } = await create({
      access: 'read',
      permission_codes: ['cms.order.list'],
      allowed_ips: ['203.0.113.7'],
    })
    const wider = [
      { permission_codes: [...input.permission_codes] },
      { access: 'write' },
      { mcp: true },
      { allowed_ips: [] },
      { allowed_ips: ['203.0.113.7', '203.0.113.8'] },
    ]
    for (const body of wider) expect((await change(key.id, body, colleague.token)).status).toBe(403)
    expect(
      (await change(key.id, { expires_at: new Date(Date.now() + 86_400_000).toISOString() }, colleague.token)).status,
    ).toBe(200)
    expect((await change(key.id, { expires_at: null }, colleague.token)).status).toBe(403)
    for (const body of wider) expect((await change(key.id, body)).status).toBe(200)
    expect((await change(key.id, { permission_codes: [] }, colleague.token)).status).toBe(200)
    const rotate = (token: string) => api('POST /cms/api_key/{id}/rotate', { token, params: { id: key.id } })
    expect((await rotate(colleague.token)).status).toBe(403)
    const revoke = () => api('POST /cms/api_key/{id}/revoke', { token: colleague.token, params: { id: key.id } })
    expect((await revoke()).body).toMatchObject({ status: 'revoked' })
    expect((await me(key.secret)).status).toBe(401)
    expect((await revoke()).status).toBe(404)
    expect((await rotate(maker.token)).status).toBe(404)
    expect((await change(key.id, { name: 'Other' })).status).toBe(404)
  })

  test('gives no permission that the maker has lost meanwhile', async () => {
    const other = await newStaff([...keyCodes, ...input.permission_codes])
    const { body: key } = await create({ permission_codes: ['cms.order.list'] }, other)
    await (await database()).delete(tables.group_permission).where(eq(tables.group_permission.group_id, other.group_id))
    const codes = keyCodes.map((code) => ({ group_id: other.group_id, code }))
    await (await database()).insert(tables.group_permission).values(codes)
    const widened = await change(key.id, { permission_codes: [...input.permission_codes] }, other.token)
    expect(widened).toMatchObject({ status: 403, problem: { permission: 'cms.order.list' } })
    expect((await me(key.secret)).body.permission_codes).toEqual([])
    const read = await api('GET /cms/api_key/{id}', { token: maker.token, params: { id: key.id } })
    expect(read.body.lost_codes).toEqual(['cms.order.list'])
  })

  test('of the secret leaves the former one valid for a day, and says whether it is used', async () => {
    const { body: key } = await create()
    const rotated = await api('POST /cms/api_key/{id}/rotate', { token: maker.token, params: { id: key.id } })
    const read = () => api('GET /cms/api_key/{id}', { token: maker.token, params: { id: key.id } })
    expect((await read()).body.previous_used_at).toBeNull()
    expect((await me(key.secret)).status).toBe(200)
    expect((await me(rotated.body.secret)).status).toBe(200)
    expect((await read()).body.previous_used_at).not.toBeNull()
    await (await database())
      .update(tables.api_key)
      .set({ previous_until: new Date(Date.now() - 1_000) })
      .where(eq(tables.api_key.id, key.id))
    expect((await me(key.secret)).status).toBe(401)
    expect((await me(rotated.body.secret)).status).toBe(200)
  })

  test('with an outdated version is refused', async () => {
    const { body: key } = await create()
    expect((await change(key.id, { name: 'One', version: 1 })).body).toMatchObject({ name: 'One', version: 2 })
    expect(await change(key.id, { name: 'Two', version: 1 })).toMatchObject({ status: 409 })
  })
})
