import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, send } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, resetParameter, setParameters, unique } from '@/lib/server/testing/factories'

const codes = ['create', 'update', 'delete'].map((verb) => `cms.dict_type.${verb}`)
const rowsOf = async (user_id: number) =>
  (await database())
    .select()
    .from(tables.oper_log)
    .where(eq(tables.oper_log.user_id, user_id))
    .orderBy(desc(tables.oper_log.id))
const create = (token: string, more: object = {}) =>
  api('POST /cms/dict_type', { token, body: { type: unique('t_'), name: '类型', ...more } })

describe('a change', () => {
  test('is recorded with its actor, target and result', async () => {
    const { id: user_id, username, token } = await newStaff(codes)
    const { body, headers } = await create(token)
    expect(await rowsOf(user_id)).toMatchObject([
      {
        request_id: headers.get('x-request-id'),
        username,
        module: 'dict_type',
        action: 'create',
        permission_code: 'cms.dict_type.create',
        method: 'POST',
        path: '/cms/dict_type',
        target_type: 'dict_type',
        target_id: String(body.id),
        before: null,
        after: { type: body.type, name: '类型', status: 'enabled' },
        params: { type: body.type, name: '类型' },
        status: 201,
        code: null,
        success: true,
        ip: '203.0.113.7',
      },
    ])
  })

  test('is recorded with only the fields that changed', async () => {
    const { id: user_id, token } = await newStaff(codes)
    const { id } = (await create(token)).body
    await api('PUT /cms/dict_type/{id}', { token, params: { id }, body: { name: '新名', remark: '' } })
    expect((await rowsOf(user_id))[0]).toMatchObject({
      path: `/cms/dict_type/${id}`,
      before: { name: '类型' },
      after: { name: '新名' },
    })
    expect(Object.keys((await rowsOf(user_id))[0]?.after ?? {})).toEqual(['name'])
  })

  test('that was rolled back is recorded as refused, without before and after', async () => {
    const { id: user_id, token } = await newStaff(codes)
    const { type } = (await create(token)).body
    await create(token, { type })
    const [row] = await rowsOf(user_id)
    expect(row).toMatchObject({
      status: 409,
      code: 'already_exists',
      success: false,
      before: null,
      after: null,
      target_id: null,
    })
  })
})

describe('a refused request of a known caller is recorded', () => {
  const refused = async (user_id: number) => {
    const rows = await rowsOf(user_id)
    expect(rows).toHaveLength(1)
    return rows[0]
  }

  test('for a missing permission', async () => {
    const { id, token } = await newStaff(['cms.dict_type.list'])
    await create(token)
    expect(await refused(id)).toMatchObject({ status: 403, code: 'forbidden', permission_code: 'cms.dict_type.create' })
  })

  test('for a customer', async () => {
    const { id, token } = await newCustomer()
    await create(token)
    expect(await refused(id)).toMatchObject({ status: 403, code: 'forbidden', success: false })
  })

  test('for a password that must be changed first', async () => {
    const { id, token } = await newStaff(codes, { must_change_secret: true })
    await create(token)
    expect(await refused(id)).toMatchObject({ status: 403, code: 'secret_expired' })
  })

  test.each([
    ['a body that is not JSON', { raw: '{', headers: { 'content-type': 'application/json' } }, 400, 'invalid_request'],
    [
      'a form',
      { raw: 'type=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a body that is too large',
      { raw: 'x'.repeat(2 ** 21), headers: { 'content-type': 'application/json' } },
      413,
      'payload_too_large',
    ],
  ])('for %s', async (_, input, status, code) => {
    const { id, token } = await newStaff(codes)
    expect(await send('POST', '/cms/dict_type', { token, ...input })).toMatchObject({ status, problem: { code } })
    expect(await refused(id)).toMatchObject({ status, code, params: null })
  })

  test('with its invalid fields, and without their values', async () => {
    const { id, token } = await newStaff(codes)
    const sent = { type: 'abc', name: 'x'.repeat(500), status: 'a secret', is_root: 'a secret' }
    expect((await send('POST', '/cms/dict_type', { token, body: sent })).status).toBe(400)
    const row = await refused(id)
    expect(row).toMatchObject({ status: 400, code: 'invalid_request' })
    const names = ['name', 'status', 'is_root'].map((name) => expect.objectContaining({ in: 'body', name }))
    expect(row?.params).toEqual({ invalid_params: names })
    expect(JSON.stringify(row?.params)).not.toMatch(/secret|x{9}/)
  })

  test('for a record that does not exist, with its id', async () => {
    const { id, token } = await newStaff(codes)
    await api('DELETE /cms/dict_type/{id}', { token, params: { id: 2_000_000_000 } })
    expect(await refused(id)).toMatchObject({ status: 404, target_type: 'dict_type', target_id: '2000000000' })
  })

  test.each([
    ['%00', '\ufffd'],
    ['7%00', '7\ufffd'],
    [`${'x'.repeat(63)}%F0%9F%8D%B5`, `${'x'.repeat(63)}\ufffd`],
    ['%F0%9F%8D%B5'.repeat(200), '🍵'.repeat(32)],
  ])('an id that cannot be stored as it is: %s', async (sent, target_id) => {
    const { id, token } = await newStaff(codes)
    for (const method of ['PUT', 'DELETE']) await send(method, `/cms/dict_type/${sent}`, { token, body: { name: 'x' } })
    const row = { status: 400, code: 'invalid_request', path: `/cms/dict_type/${sent}`.slice(0, 500), target_id }
    expect(await rowsOf(id)).toMatchObject([
      { ...row, method: 'DELETE' },
      { ...row, method: 'PUT' },
    ])
  })

  test('beyond the write limit, but only the first', async () => {
    await setParameters({ 'limit.writes_per_minute': 1 })
    const { id, token } = await newStaff(codes)
    for (let count = 0; count < 4; count++) await create(token)
    await resetParameter('limit.writes_per_minute')
    expect((await rowsOf(id)).map((row) => row.status)).toEqual([429, 201])
  })
})

test('a replay is recorded as successful, and nothing is done twice', async () => {
  const { id, token } = await newStaff(codes)
  const body = { type: unique('t_'), name: '类型' }
  const headers = { 'idempotency-key': unique('key-') }
  const replies = [
    await api('POST /cms/dict_type', { token, body, headers }),
    await api('POST /cms/dict_type', { token, body, headers }),
  ]
  expect(replies[1]?.headers.get('idempotent-replayed')).toBe('true')
  expect(replies[1]?.body).toEqual(replies[0]?.body)
  expect((await rowsOf(id)).map((row) => [row.status, row.after === null])).toEqual([
    [201, true],
    [201, false],
  ])
})

test('a request without a known caller is not recorded', async () => {
  const db = await database()
  const before = await db.$count(tables.oper_log)
  expect((await send('POST', '/cms/dict_type', { body: {} })).status).toBe(401)
  expect((await send('POST', '/cms/dict_type', { body: {}, token: 'forged' })).status).toBe(401)
  expect(await db.$count(tables.oper_log)).toBe(before)
})

test('a long text is cut between characters', async () => {
  const { id, token } = await newStaff(['cms.notice.create'])
  const content = `<p>${'茶'.repeat(1_996)}🍵${'茶'.repeat(100)}</p>`
  const title = unique('t')
  const body = { title, type: 1, content } as const
  expect(await api('POST /cms/notice', { token, body })).toMatchObject({ status: 201 })
  expect((await rowsOf(id))[0]?.after).toMatchObject({ title, content: expect.stringMatching(/^<p>茶+\ufffd?…$/) })
})
