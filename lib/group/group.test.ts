import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newStaff, unique } from '@/lib/server/testing/factories'

const code = `cms.test.${unique('verb')}`
const otherCode = `cms.test.${unique('verb')}`
let menu_id = 0
let element_id = 0

beforeAll(async () => {
  const db = await database()
  await db.insert(tables.auth).values([code, otherCode].map((value) => ({ code: value, module: 'test' })))
  const [menu] = await db
    .insert(tables.menu)
    .values({ type: 'page', name: unique('menu'), title: '页', path: '/admin/test', permission_code: code })
    .returning()
  menu_id = menu?.id ?? 0
  const [element] = await db
    .insert(tables.element)
    .values({ menu_id, code: unique('element'), name: '钮', permission_code: code })
    .returning()
  element_id = element?.id ?? 0
})

const root = () => newStaff([], { is_root: true })
const create = (token: string, more: object = {}) =>
  api('POST /cms/group', { token, body: { name: unique('组'), permission_codes: [code], ...more } })

crudContract('/cms/group', {
  body: () => ({ name: unique('组'), description: '说明', permission_codes: [code] }),
  change: { description: '另一个说明', menu_ids: [] },
  unique: 'name',
  staff: root,
})

describe('a group', () => {
  test('cannot have the name of another one in another case, width or writing, and keeps its name as typed', async () => {
    const { token } = await root()
    const mark = unique('Cafe\u0301 Ａ')
    expect((await create(token, { name: mark })).body.name).toBe(mark)
    for (const name of [mark.normalize('NFC'), mark.normalize('NFKC'), mark.toUpperCase(), mark.toLowerCase()])
      expect(await create(token, { name }), name).toMatchObject({
        status: 409,
        problem: { code: 'already_exists', invalid_params: [{ name: 'name', code: 'already_exists' }] },
      })
  })

  test('is created once by concurrent requests with one name in several forms', async () => {
    const { token } = await root()
    const mark = unique('group')
    const names = [mark, mark.toUpperCase(), `ｇ${mark.slice(1)}`]
    const replies = await Promise.all(names.map((name) => create(token, { name })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('shows the menus and elements of its permissions by default', async () => {
    const { token } = await root()
    expect((await create(token)).body).toMatchObject({
      permission_codes: [code],
      menu_ids: [menu_id],
      element_ids: [element_id],
      member_count: 0,
      version: 1,
    })
    const explicit = await create(token, { menu_ids: [], element_ids: [] })
    expect(explicit.body).toMatchObject({ menu_ids: [], element_ids: [] })
    expect((await create(token, { permission_codes: [otherCode] })).body).toMatchObject({
      menu_ids: [],
      element_ids: [],
    })
  })

  test('is changed by array: absent arrays stay', async () => {
    const { token } = await root()
    const { id } = (await create(token)).body
    const put = (body: object) => api('PUT /cms/group/{id}', { token, params: { id }, body })
    expect((await put({ permission_codes: [otherCode, code, code] })).body.permission_codes).toEqual(
      [code, otherCode].sort(),
    )
    expect((await put({ menu_ids: [] })).body).toMatchObject({ menu_ids: [], element_ids: [element_id] })
    expect((await put({ description: '说明' })).body.permission_codes).toHaveLength(2)
  })

  test.each([
    ['permission_codes.1', { permission_codes: [code, 'cms.no.such'] }],
    ['menu_ids.0', { menu_ids: [2_000_000_000] }],
    ['element_ids.0', { element_ids: [2_000_000_000] }],
  ])('with an unknown value in %s is refused at that value, and nothing is changed', async (name, invalid) => {
    const { token } = await root()
    const { id } = (await create(token)).body
    const before = (await api('GET /cms/group/{id}', { token, params: { id } })).text
    const refused = { status: 400, problem: { invalid_params: [{ name, code: 'not_found' }] } }
    expect(await create(token, invalid)).toMatchObject(refused)
    expect(
      await api('PUT /cms/group/{id}', { token, params: { id }, body: { name: unique('组'), ...invalid } }),
    ).toMatchObject(refused)
    expect((await api('GET /cms/group/{id}', { token, params: { id } })).text).toBe(before)
  })

  test('keeps an obsolete permission, but cannot be granted one', async () => {
    const { token } = await root()
    const { id } = (await create(token)).body
    const old = `cms.test.${unique('old')}`
    const db = await database()
    await db.insert(tables.auth).values({ code: old, module: 'test', obsolete: true })
    await db.insert(tables.group_permission).values({ group_id: id, code: old })
    const put = (permission_codes: string[]) =>
      api('PUT /cms/group/{id}', { token, params: { id }, body: { permission_codes } })
    expect((await put([code, old])).status).toBe(200)
    expect((await put([code])).status).toBe(200)
    expect((await put([code, old])).status).toBe(400)
  })

  test('cannot be deleted while it has members', async () => {
    const { token } = await root()
    const { id } = (await create(token)).body
    const member = await newStaff()
    const put = (group_ids: number[]) =>
      api('PUT /cms/user/{id}', { token, params: { id: member.id }, body: { group_ids } })
    await put([id])
    const refused = await api('DELETE /cms/group/{id}', { token, params: { id } })
    expect(refused).toMatchObject({ status: 409, problem: { code: 'in_use' } })
    expect(refused.problem.detail).toContain('1 member.')
    await put([])
    expect((await api('DELETE /cms/group/{id}', { token, params: { id } })).status).toBe(204)
    expect((await api('GET /cms/group/{id}', { token, params: { id } })).status).toBe(404)
  })

  test('is listed by name, and found by part of the name', async () => {
    const { token } = await root()
    const mark = unique('找')
    for (const number of [2, 1, 3]) await create(token, { name: `${mark}${number}` })
    const { body } = await api('GET /cms/group', { token, query: { q: mark, size: 2 } })
    expect(body).toMatchObject({ items: [{ name: `${mark}1` }, { name: `${mark}2` }], total: 3, page: 1 })
    const sorted = async (sort: string) =>
      (await api('GET /cms/group', { token, query: { q: mark, sort } })).body.items.map(({ name }) => name.at(-1))
    expect(await sorted('-name')).toEqual(['3', '2', '1'])
    expect(await sorted('member_count')).toEqual(['2', '1', '3'])
    expect(await sorted('-updated_at')).toEqual(['3', '1', '2'])
  })
})
