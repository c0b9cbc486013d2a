import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { view } from '@/db/schema/view'
import { api } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff } from '@/lib/server/testing/factories'
import { viewInput } from './example'
import { maxViews } from './schema'

type Body = typeof viewInput

const save = (token: string, more: Partial<Body> = {}) =>
  api('POST /cms/view', { token, body: { ...viewInput, ...more } })
const listed = async (token: string, query: { list?: string } = {}) =>
  (await api('GET /cms/view', { token, query })).body.map(({ name }) => name)

test('a view is saved, listed, changed and deleted, without a permission', async () => {
  const { token } = await newStaff()
  const saved = await save(token)
  expect(saved).toMatchObject({ status: 201, body: viewInput })
  const params = { id: saved.body.id }
  const renamed = await api('PUT /cms/view/{id}', { token, params, body: { name: '下午发' } })
  expect(renamed.body).toMatchObject({ ...viewInput, name: '下午发' })
  const overwritten = await api('PUT /cms/view/{id}', { token, params, body: { query: '', columns: ['status'] } })
  expect(overwritten.body).toMatchObject({ name: '下午发', query: '', columns: ['status'] })
  expect(await listed(token)).toEqual(['下午发'])
  expect((await api('DELETE /cms/view/{id}', { token, params })).status).toBe(204)
  expect(await listed(token)).toEqual([])
})

test('GET /v1/user has the views of all lists, and GET /cms/view can be filtered by list', async () => {
  const { token } = await newStaff()
  await save(token)
  await save(token, { list: 'user', name: '停用的', query: 'status=disabled' })
  expect(await listed(token)).toEqual([viewInput.name, '停用的'])
  expect(await listed(token, { list: 'user' })).toEqual(['停用的'])
  const { body } = await api('GET /v1/user', { token })
  expect(body.views).toMatchObject([viewInput, { list: 'user', name: '停用的', query: 'status=disabled' }])
  expect((await api('GET /v1/user', { token: (await newCustomer()).token })).body).not.toHaveProperty('views')
})

test('views of other users are neither shown nor changed: they are treated as missing', async () => {
  const [own, other] = [await newStaff(), await newStaff([], { is_root: true })]
  const { id } = (await save(own.token)).body
  expect(await listed(other.token)).toEqual([])
  for (const method of ['PUT', 'DELETE'] as const) {
    const call = (token: string, of: number) =>
      method === 'PUT'
        ? api('PUT /cms/view/{id}', { token, params: { id: of }, body: { name: 'x' } })
        : api('DELETE /cms/view/{id}', { token, params: { id: of } })
    const [foreign, missing] = [await call(other.token, id), await call(other.token, 2_000_000_000)]
    expect(foreign).toMatchObject({ status: 404, problem: { code: 'not_found', detail: missing.problem.detail } })
  }
  expect(await listed(own.token)).toEqual([viewInput.name])
})

describe('a name', () => {
  test('is unique among the views of one list and user, and free for other lists and users', async () => {
    const [own, other] = [await newStaff(), await newStaff()]
    await save(own.token)
    expect((await save(own.token, { list: 'user' })).status).toBe(201)
    expect((await save(other.token)).status).toBe(201)
    const taken = { status: 409, problem: { code: 'already_exists', invalid_params: [{ in: 'body', name: 'name' }] } }
    expect(await save(own.token, { name: ` ${viewInput.name} ` })).toMatchObject(taken)
    const second = await save(own.token, { name: '另一个' })
    expect(
      await api('PUT /cms/view/{id}', {
        token: own.token,
        params: { id: second.body.id },
        body: { name: viewInput.name },
      }),
    ).toMatchObject(taken)
  })
})

describe('the number of views', () => {
  test('of a list is limited, even when views are saved concurrently', async () => {
    const { token } = await newStaff()
    const replies = await Promise.all(
      Array.from({ length: maxViews.list + 3 }, (_, at) => save(token, { name: `v${at}` })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(maxViews.list)
    expect(await save(token, { name: 'more' })).toMatchObject({ status: 409, problem: { code: 'limit_reached' } })
    expect((await save(token, { list: 'user' })).status).toBe(201)
  })

  test('of all lists is limited too', async () => {
    const { id, token } = await newStaff()
    const values = Array.from({ length: maxViews.all }, (_, at) => ({
      ...viewInput,
      user_id: id,
      list: `list_${'abcdefghijklmnopqrstuvwxyz'[at % 26]}`,
      name: `v${at}`,
    }))
    await (await database()).insert(view).values(values)
    expect(await save(token)).toMatchObject({ status: 409, problem: { code: 'limit_reached' } })
  })
})

test.each([
  ['list', { list: '../user' }],
  ['name', { name: ' ' }],
  ['name', { name: '茶'.repeat(33) }],
  ['query', { query: 'status' }],
  ['query', { query: 'a=b#c' }],
  ['query', { query: `q=${'x'.repeat(4_000)}` }],
  ['columns', { columns: [] }],
  ['columns', { columns: Array.from({ length: 51 }, () => 'id') }],
  ['columns.0', { columns: ['<b>'] }],
])('an invalid %s is refused: %o', async (name, wrong) => {
  const { token } = await newStaff()
  expect(await save(token, wrong)).toMatchObject({
    status: 400,
    problem: { invalid_params: [expect.objectContaining({ name })] },
  })
})

test('views are deleted with their user', async () => {
  const root = await newStaff([], { is_root: true })
  const { id, token } = await newStaff()
  await save(token)
  expect((await api('DELETE /cms/user/{id}', { token: root.token, params: { id } })).status).toBe(204)
  expect(await (await database()).$count(view, eq(view.user_id, id))).toBe(0)
})
